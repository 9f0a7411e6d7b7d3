import AtomicFile
import Crypto
import Foundation
import Glibc
import Logging
import OCR
import Outbound
import ScamDetection
import ScanDocuments
import ScanService
import Scanning
import Storage
import SystemSupport
import TypeSafeAPI

/// The engine that was opened, and its stores.
struct OpenStores: Sendable {
    enum Engine: Sendable {
        case sqlite(SQLiteStore)
        case shared(SharedStore)
    }

    let engine: Engine
    let stores: Stores

    init(_ engine: Engine) {
        self.engine = engine
        stores =
            switch engine {
            case .sqlite(let store): store.stores
            case .shared(let store): store.stores
            }
    }

    /// The ids of asynchronous scans that this server accepted; nil where servers remember them together.
    var jobs: JobStore? {
        if case .sqlite(let store) = engine { return JobStore(store) }
        return nil
    }

    /// The store that servers share; nil where this one is alone.
    var shared: SharedStore? {
        if case .shared(let store) = engine { return store }
        return nil
    }

    /// What `GET /ready?verbose` says.
    var status: StoreStatus {
        switch engine {
        // A result is stored once SQLite has written it to the disk.
        case .sqlite(let store):
            StoreStatus(engine: "sqlite", available: store.fault == nil, durable: true)
        case .shared(let store):
            StoreStatus(
                engine: "redis", available: store.fault == nil,
                durable: store.durability?.isComplete ?? false, log: store.durability?.log.rawValue,
                eviction: store.durability?.eviction)
        }
    }

    func close() async {
        switch engine {
        case .sqlite(let store): await store.close()
        case .shared(let store): store.close()
        }
    }
}

extension ServeCommand {
    func makePipeline(
        _ limits: Limits, _ rules: RuleLoader, _ metrics: ServiceMetrics, _ logger: Logger
    ) throws(CommandFailure) -> ScanPipeline {
        var configuration = limits.pipeline
        configuration.tessdata = reading.files.tessdata?.directoryURL
        configuration.languages = reading.languages.names
        configuration.workers = reading.workerCount
        configuration.requiresSandbox = reading.requireSandbox
        configuration.workerObserver = { termination in
            logger.log(
                level: termination.exit.isFailure ? .warning : .debug, "worker ended",
                metadata: ["pid": "\(termination.processID)", "why": "\(termination)"])
            metrics.workerEnded(termination.exit)
        }
        for (flag, folder) in [("--rules", reading.rules), ("--lexicon", reading.lexicon)] {
            if let folder, !FileManager.default.fileExists(atPath: folder) {
                throw .configuration("\(flag): there is no folder \(folder)")
            }
        }
        do {
            return try ScanPipeline(configuration: configuration, knowledge: rules.load())
        } catch let error as OCRError {
            throw .configuration("the text reader can't start: \(error)")
        } catch {
            throw .configuration("\(error)")
        }
    }

    /// Returns nil where nothing is to be stored. A store that can't be opened doesn't keep the server from scanning.
    func openStores(
        _ limits: Limits, _ metrics: ServiceMetrics, _ logger: Logger
    ) async throws(CommandFailure) -> OpenStores? {
        if let url = shared.server.url {
            if storage.file.url != nil { logger.warning("--database isn't used beside --shared") }
            return OpenStores(.shared(try await openShared(url, limits, metrics, logger)))
        }
        return await openDatabase(limits, metrics, logger).map { OpenStores(.sqlite($0)) }
    }

    private func openShared(
        _ url: RedisURL, _ limits: Limits, _ metrics: ServiceMetrics, _ logger: Logger
    ) async throws(CommandFailure) -> SharedStore {
        var configuration = try shared.server.configuration(url, retention: storage.retention)
        configuration.outbox = limits.outbox
        let store = SharedStore(configuration) { event in
            switch event {
            case .failed(let fault):
                logger.error(
                    "what servers remember together can't be stored or read; scans go on",
                    metadata: ["redis": "\(url)", "why": "\(fault)"])
            case .refuses(let fault, let refusal):
                logger.error(
                    "Redis refuses to write; scans go on",
                    metadata: ["redis": "\(url)", "why": "\(fault.rawValue)", "says": "\(refusal)"])
            case .serves(let durability):
                logger.log(
                    level: durability.isComplete ? .notice : .warning,
                    durability.isComplete
                        ? "Redis serves, and keeps what it acknowledged"
                        : "Redis serves; what it acknowledged may be lost when it crashes",
                    metadata: [
                        "redis": "\(url)", "append_only_file": "\(durability.log.rawValue)",
                        "eviction": "\(durability.eviction)",
                    ])
            }
        }
        await store.open()
        if shared.requireDurable {
            guard let durability = store.durability else {
                throw .unavailable("--require-durable: \(url) can't be reached to ask")
            }
            guard durability.isComplete else {
                throw .unprotected(
                    "--require-durable: Redis has appendfsync \(durability.log.rawValue) and maxmemory-policy "
                        + "\(durability.eviction) where always and noeviction are needed")
            }
        }
        metrics.beforeScrape { metrics in
            metrics.store(isAvailable: store.fault == nil, bytes: 0)
            let counts = store.client.counts
            metrics.shared(commands: counts.commands, trips: counts.trips)
        }
        return store
    }

    private func openDatabase(
        _ limits: Limits, _ metrics: ServiceMetrics, _ logger: Logger
    ) async -> SQLiteStore? {
        guard let configuration = storage.configuration(limits) else { return nil }
        let store = SQLiteStore(configuration: configuration) { event in
            switch event {
            case .failed(let fault):
                logger.error(
                    "results can't be stored or read; scans go on",
                    metadata: [
                        "database": "\(configuration.file.path)", "why": "\(fault.rawValue)",
                        "remedy": "\(fault.remedy)",
                    ])
            case .recovered: logger.notice("results can be stored and read again")
            }
        }
        await store.open()
        metrics.beforeScrape { metrics in
            metrics.store(isAvailable: store.fault == nil, bytes: configuration.bytesOnDisk)
        }
        return store
    }

    /// Returns nil where no feedback is to be kept.
    func openFeedback() throws(CommandFailure) -> FeedbackKeeper? {
        guard let path = storage.feedbackDirectory, !path.isEmpty else { return nil }
        do throws(FeedbackFolder.Fault) {
            return try FeedbackKeeper(path: path)
        } catch {
            var why = "its files can't be read"
            if case .unavailable(let code) = error { why = String(cString: strerror(code)) }
            throw .configuration("--feedback-directory \(path) can't be used: \(why)")
        }
    }

    /// Returns nil where nothing is to be remembered.
    func openMemory(_ store: OpenStores?, _ logger: Logger) async throws(CommandFailure) -> MemoryKeeper? {
        guard let path = storage.memory, !path.isEmpty else { return nil }
        do {
            let journal: any MemoryJournal =
                if let shared = store?.shared { SharedMemoryJournal(shared) } else {
                    try MemoryFile(path: path)
                }
            let lists: any MemoryListStore =
                if let shared = store?.shared { SharedMemoryLists(shared) } else {
                    MemoryListFolder(path: path + ".lists")
                }
            let memory = MessageMemory(key: try secret(path + ".key", MemoryKey.length) { MemoryKey($0) })
            let signer = try secret(path + ".signing", Curve25519.Signing.PrivateKey.length) {
                try? Curve25519.Signing.PrivateKey(rawRepresentation: $0)
            }
            let keeper = MemoryKeeper(
                ListKeeper(memory, lists, signer: signer, logger), journal, logger)
            do throws(MemoryFault) {
                try await keeper.load()
                try await keeper.lists.load()
            } catch {
                // Redis may come back, and is read then. It keeps no server from scanning.
                guard error == .redis else { throw error }
            }
            ProcessLimits.releaseFreedMemory()
            return keeper
        } catch let error as CommandFailure {
            throw error
        } catch {
            let why =
                switch error as? MemoryFault {
                case .file(let code): String(cString: strerror(code))
                case .inUse: "another process uses it"
                default: "\(error)"
                }
            throw .configuration("--memory \(path) can't be used: \(why)")
        }
    }

    /// Reads a key of so many bytes in Base64, and makes one where there is none.
    private func secret<Key>(_ path: String, _ length: Int, _ read: (Data) -> Key?) throws -> Key {
        if !FileManager.default.fileExists(atPath: path) {
            let random = (0..<length).map { _ in UInt8.random(in: 0...255) }
            try AtomicFile.replace(path, with: Data(Data(random).base64EncodedString().utf8))
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)),
            let key = read(bytes)
        else { throw CommandFailure.configuration("\(path) isn't a key: \(length) bytes in Base64") }
        return key
    }

    /// Returns nil where there are none.
    func openFeeds(
        _ memory: MemoryKeeper?, _ limits: Limits, _ logger: Logger
    ) throws(CommandFailure) -> MemoryFeeds? {
        guard let path = storage.memoryFeeds, !path.isEmpty else { return nil }
        guard let memory else { throw .configuration("--memory-feeds needs --memory") }
        let transfer = webhooks.delivery(limits).transfer
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            return MemoryFeeds(
                try MemoryFeed.read(text, policy: transfer.policy), memory.lists, transfer, logger)
        } catch let error as MemoryFeedError {
            throw .configuration("--memory-feeds \(path), line \(error.line) isn't a URL and a list's key")
        } catch {
            throw .configuration("--memory-feeds \(path) can't be read")
        }
    }

    /// Returns nil where there is no database to keep an outbox in.
    func makeDelivery(
        _ limits: Limits, _ stores: Stores?, _ metrics: ServiceMetrics, _ logger: Logger
    ) throws(CommandFailure) -> WebhookDelivery? {
        guard let stores else {
            if webhooks.file == nil { return nil }
            throw .configuration(
                "--webhooks needs --database or --shared, for messages that are still to be sent")
        }
        do throws(WebhookFileError) {
            return try WebhookDelivery(
                webhooks.file, webhooks.delivery(limits), stores: stores, metrics: metrics, logger: logger)
        } catch {
            throw .configuration("\(webhooks.file?.path ?? "--webhooks") \(error)")
        }
    }

    /// Returns nil where scans are to have no followers.
    func makePushes(
        _ limits: Limits, _ stores: Stores?, _ logger: Logger
    ) throws(CommandFailure) -> PushFile? {
        let pushes = try followers.pushes(webhooks.delivery(limits).transfer, logger)
        if pushes != nil, stores == nil {
            throw .configuration("--push needs --database or --shared, for followers and what they are told")
        }
        return pushes
    }
}

extension Curve25519.Signing.PrivateKey {
    /// The number of bytes of a key (RFC 8032).
    fileprivate static let length = 32
}
