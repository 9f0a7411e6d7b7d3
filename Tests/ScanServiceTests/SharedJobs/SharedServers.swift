import SystemSupport
import Foundation
import Scanning
import Storage
import Synchronization
import TestSupport
import TypeSafeAPI

@testable import ScanService

/// Servers that share one Redis, each with connections of its own.
final class SharedServers: Sendable {
    let redis: RedisProcess
    private let lifetimes: JobRecords.Lifetimes
    private let closing = Mutex<[@Sendable () -> Void]>([])

    init(deadline: Duration = .seconds(60), kept: Duration = .seconds(60)) async throws {
        redis = try await RedisProcess()
        lifetimes = JobRecords.Lifetimes(deadline: deadline, kept: kept)
    }

    deinit {
        for close in closing.withLock({ $0 }) { close() }
    }

    func client() async throws -> RedisClient {
        let client = RedisClient(try RedisAccess(url: try RedisURL(redis.url)))
        closing.withLock { $0.append { client.close() } }
        try await holds { client.isConnected }
        return client
    }

    func store() async throws -> SharedStore {
        let store = SharedStore(
            SharedConfiguration(
                access: try RedisAccess(url: try RedisURL(redis.url)), prefix: "test",
                retention: .seconds(86_400)))
        await store.open()
        closing.withLock { $0.append { store.close() } }
        return store
    }

    func work(_ name: String) async throws -> SharedWork {
        let subscriber = RedisSubscriber(try RedisAccess(url: try RedisURL(redis.url)))
        closing.withLock { $0.append { subscriber.close() } }
        let records = JobRecords(try await client(), prefix: "test", lifetimes: lifetimes)
        return SharedWork(
            records: records, waiting: try await client(), subscriber: subscriber,
            rates: RateStore(records.redis, prefix: "test"),
            readings: ReadingStore(records.redis, prefix: "test", bytes: 1 << 20, lifetime: lifetimes.kept),
            name: name)
    }

    func front(
        _ work: SharedWork? = nil, readingNames: [String] = [],
        _ change: (inout JobRegistry.Limits) -> Void = { _ in }
    ) async throws -> SharedJobs {
        var limits = JobRegistry.Limits()
        limits.deadline = lifetimes.deadline
        change(&limits)
        let work = if let work { work } else { try await self.work("front") }
        let load = WorkLoadWatch(work.records, of: nil)
        load.start()
        closing.withLock { $0.append { load.stop() } }
        return SharedJobs(work, load: load, limits: limits, readingNames: { _ in readingNames }) {
            Problem(interruption: $0)
        }
    }

    /// Starts a worker.
    func worker(
        _ name: String, readers: Int = 1, longestScan: Duration = .seconds(60),
        events: WorkEvents = WorkEvents(),
        _ perform: @escaping JobWorker.Work
    ) async throws -> TestWorker {
        let shared = try await work(name)
        let worker = JobWorker(
            shared, settings: JobWorker.Settings(readers: readers, longestScan: longestScan),
            answers: AnswerTexts(ShippedTexts.library),
            problem: { Problem($0.details, id: RequestID(), in: ShippedTexts.english) },
            observer: { events.add($0) }, work: perform)
        let load = WorkLoadWatch(shared.records, of: worker)
        load.start()
        await worker.start(load)
        return TestWorker(worker: worker, shared: shared, load: load)
    }

    static func order(
        _ id: UUID = UUID(), owner: String? = nil, client: ClientID = .one,
        _ priority: JobPriority = .interactive
    ) -> ScanOrder {
        ScanOrder(
            id: id, request: RequestID(), owner: owner, priority: priority,
            scan: ScanRequest(
                images: [ScanImage([1, 2, 3]), ScanImage([4])], suppliedText: nil, languages: ["eng"],
                country: "US", texts: ShippedTexts.english),
            session: nil, account: ScanAccount(client: client))
    }
}

/// A worker of a test, which can be made to vanish as `kill -9` does.
struct TestWorker {
    let worker: JobWorker
    let shared: SharedWork
    let load: WorkLoadWatch

    func vanish() {
        load.stop()
        shared.waiting.close()
        shared.subscriber.close()
        shared.records.redis.close()
    }
}

/// What workers told of.
final class WorkEvents: Sendable {
    private let events = Mutex<[WorkEvent]>([])

    func add(_ event: WorkEvent) { events.withLock { $0.append(event) } }

    var takenOver: Int {
        events.withLock { $0.filter { if case .takenOver = $0 { true } else { false } }.count }
    }
    var handedBack: Int {
        events.withLock { $0.reduce(0) { if case .handedBack(let count) = $1 { $0 + count } else { $0 } } }
    }
    var buried: Int { events.withLock { $0.filter { if case .buried = $0 { true } else { false } }.count } }
}

extension SharedJobs {
    func job(_ id: UUID, owner: String? = nil) async throws -> ScanJob {
        let event = try await latest(of: id, owner: owner)
        return try WireCoding.decoder().decode(ScanJob.self, from: Data(event.json))
    }

    func ended(_ id: UUID) async throws -> ScanJob {
        try await eventually { () -> ScanJob? in
            let job = try await self.job(id)
            return job.state.isFinal ? job : nil
        }
    }

    @discardableResult
    func submit(client: ClientID = .one, _ priority: JobPriority = .interactive) async throws -> UUID {
        let order = SharedServers.order(client: client, priority)
        _ = try await submit(order)
        return order.id
    }
}
