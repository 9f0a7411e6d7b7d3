import Foundation
import HTTPServer
import HTTPTypes
import ScamDetection
import ScamTaxonomy
import ScanDocuments
import Scanning
import Storage
import SystemSupport
import TypeSafeAPI

/// The operator's page. It is there only where the server asks for keys: without them, anybody could read how much a server is used.
struct AdminRoutes: Sendable {
    let hasKeys: Bool
    let reader: OverviewReader

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/admin", scope: .admin) { [hasKeys, reader] request throws(ServiceError) in
            guard hasKeys else { throw .notFound }
            let overview = await reader.read()
            var response: ServerResponse
            if request.answerFormat == .page {
                response = ServerResponse(
                    status: .ok, contentType: "text/html; charset=utf-8",
                    body: OverviewPage.html(
                        overview, mayTeach: request.caller.scopes?.contains(.teach) == true))
                response.head.headerFields[.contentSecurityPolicy] =
                    OverviewPage.contentSecurityPolicy + "; frame-ancestors 'none'"
            } else {
                response = Responses.json(overview)
            }
            response.head.headerFields[.vary] = "Accept"
            return response
        }
    }
}

/// Asks the parts of the program how they are doing. What the metrics count isn't counted a second time.
struct OverviewReader: Sendable {
    let pipeline: ScanPipeline
    let version: String
    let metrics: ServiceMetrics
    /// What keeps results now; nil where nothing is kept.
    let store: @Sendable () -> StoreStatus?
    /// Nil where nothing is kept.
    let inventory: (any StoreInventory)?
    /// Nil where no feedback is kept.
    let feedback: FeedbackKeeper?
    /// Nil where nothing is remembered.
    let memory: MessageMemory?
    let options: JobOptions
    let idempotency: IdempotencyCache

    private static let mostCampaigns = 20

    func read() async -> ServerOverview {
        await metrics.readGauges()
        return ServerOverview(
            version: version, rulesVersion: pipeline.facts.rulesVersion,
            startedAt: ProcessStatistics().startTime.map { Date(timeIntervalSince1970: $0) },
            lastHour: HourCounts(
                scans: Self.named(metrics.verdictsOfHour.counts()),
                failures: Self.named(metrics.failuresOfHour.counts()),
                workerRestarts: metrics.restartsOfHour.counts().values.reduce(0, +)),
            waiting: Int(metrics.queueLength().value), running: Int(metrics.workerStates("busy").value),
            jobsWaiting: Int(metrics.jobStates("waiting").value),
            jobsRunning: Int(metrics.jobStates("running").value),
            workersAlive: Int(metrics.workerStates("alive").value),
            workerRestarts: metrics.workerRestarts.all.reduce(0) { $0 + Int(clamping: $1.value) },
            // A folder that can't be read now shows no number rather than a wrong one.
            feedbackFiles: try? await feedback?.count(), store: store(), stored: await stored(),
            memory: await offEventLoop {
                memory.map { memory in
                    MemoryOverview(
                        messages: memory.count,
                        campaigns: memory.campaigns(Self.mostCampaigns).map { SeenMessage($0) },
                        lists: memory.lists.map { MemoryListFacts($0) })
                }
            })
    }

    /// What is kept, in the store and in memory. A store that fails is told by `store`.
    private func stored() async -> [StoredKind] {
        let holdings = (try? await inventory?.holdings()) ?? []
        // Servers that share their work keep its results together, and nobody counts them.
        let kept =
            options.shared == nil
            ? [("jobs", Int(metrics.jobStates("kept").value), options.jobs.lifetime)] : []
        let memory =
            kept + [
                ("readings", pipeline.readings.counts.entries, pipeline.readings.lifetime),
                ("idempotency", idempotency.counts.entries, options.responseLifetime),
            ]
        return holdings.map {
            StoredKind(
                kind: $0.kind.rawValue, count: $0.count, bytes: $0.bytes, seconds: Self.seconds($0.kept))
        } + memory.map { StoredKind(kind: $0, count: $1, seconds: Self.seconds($2)) }
    }

    private static func seconds(_ duration: Duration) -> Int { Int(clamping: duration.components.seconds) }

    private static func named<Kind: RawRepresentable<String>>(_ counts: [Kind: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) })
    }
}
