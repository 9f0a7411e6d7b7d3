import Scanning
import HTTPServer
import HTTPTypes
import TypeSafeAPI

/// Routes about the server itself: health, readiness, versions, metrics, and the API description.
struct InfoRoutes: Sendable {
    let pipeline: ScanPipeline
    let about: ScanService.About
    let metrics: ServiceMetrics
    /// What keeps results now; nil where nothing is kept.
    let store: @Sendable () -> StoreStatus?

    private enum Field: String {
        case verbose
    }

    func add(to router: inout ServiceRouter) {
        let health = Responses.json(HealthResponse())
        router.on(.get, "/health", scope: nil, cost: RequestCost.free) { _ in health }
        router.on(.get, "/ready", scope: nil, cost: RequestCost.free) {
            [pipeline, store] request throws(ServiceError) in
            let ready = await pipeline.workers.isReady
            let fields = try RequestFields(query: request.query, names: Field.self)
            let verbose = try fields.string(Field.verbose)
            let isVerbose = verbose != nil && verbose != "false"
            return Responses.json(
                ReadyResponse(ready: ready, store: isVerbose ? store() : nil),
                status: ready ? .ok : .serviceUnavailable)
        }
        router.on(.get, "/version", scope: nil) { [pipeline, about] _ in
            let facts = pipeline.facts
            return Responses.json(
                VersionResponse(
                    version: about.version, rulesVersion: facts.rulesVersion,
                    tesseract: facts.tesseractVersion,
                    tessdata: facts.tessdataVersions))
        }
        router.on(.get, "/metrics", scope: .admin) { [metrics] _ in
            await offEventLoop {
                ServerResponse(
                    status: .ok, contentType: Exposition.contentType, body: await metrics.exposition())
            }
        }
        router.on(.get, "/openapi.yaml", scope: nil) { [about] _ in
            ServerResponse(status: .ok, contentType: "application/yaml", body: about.openAPI)
        }
    }
}
