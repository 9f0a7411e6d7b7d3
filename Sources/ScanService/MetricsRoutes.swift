import AccessControl
import HTTPServer
import HTTPTypes
import Metrics

struct MetricsRoutes: Sendable {
    let metrics: ServiceMetrics

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/metrics", scope: .admin) { [metrics] _ in
            await offEventLoop {
                ServerResponse(
                    status: .ok, contentType: Exposition.contentType, body: await metrics.exposition())
            }
        }
    }
}
