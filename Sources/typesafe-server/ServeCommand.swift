import ArgumentParser
import BundledResources
import Foundation
import Glibc
import HTTPServer
import Logging
import ScanService
import Scanning
import SystemSupport
import Outbound
import Texts
import Storage

/// `typesafe-server serve`: the server's process from its settings to an orderly end.
struct ServeCommand: AsyncParsableCommand, ConfigurableCommand {
    static let settings: [any ParsableArguments.Type] = [
        ListeningSettings.self, AccessSettings.self, ReadingSettings.self, StorageSettings.self,
        SharedSettings.self, WebhookSettings.self, FollowerSettings.self, LogSettings.self,
    ]

    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves until SIGTERM.",
        discussion: """
            Each flag may be given as an environment variable as well: --retention-days as TYPESAFE_RETENTION_DAYS. Flags come \
            before variables, and those before defaults. docs/settings.md has all of them, and the keys of the file of --limits.

            Exit codes: 0 stopped as asked, 64 a setting can't be used, 69 can't listen, 77 --require-sandbox or --require-durable can't be met, 78 rules, lexicon, language data, keys, \
            webhooks, keys of pushes or the folder for feedback can't be used.
            """)

    @OptionGroup(title: "Listening") var listening: ListeningSettings
    @OptionGroup(title: "Access") var access: AccessSettings
    @OptionGroup(title: "Reading") var reading: ReadingSettings
    @OptionGroup(title: "Storage") var storage: StorageSettings
    @OptionGroup(title: "Several servers") var shared: SharedSettings
    @OptionGroup(title: "Webhooks") var webhooks: WebhookSettings
    @OptionGroup(title: "Followers") var followers: FollowerSettings
    @OptionGroup(title: "Logs") var logs: LogSettings

    /// Bytes that an allocator's arena may keep: a few chunks of uploads.
    private static let keptMemory: Int32 = 4 << 20
    /// Part of the time for running requests that is left for telling clients that their jobs won't end.
    private static let jobCancellationTime = Duration.milliseconds(500)
    /// Time that deliveries get at the end. One that is cut off is sent again by the next process.
    private static let webhookGrace = Duration.seconds(1)

    func run() async throws {
        ProcessLimits.silenceBacktraces()
        ProcessLimits.keepMemoryPrivate()
        let limits = try reading.files.limits()
        let logger = startLogging()
        adjustProcess()
        let reloads = SignalStream.reloads()
        let metrics = ServiceMetrics()
        let answers = try makeAnswers()
        let store = try await openStores(limits, metrics, logger)
        let memory = try await openMemory(store, logger)
        let feeds = try openFeeds(memory, limits, logger)
        let rules = RuleLoader(reading, memory?.memory)
        let pipeline = try makePipeline(limits, rules, metrics, logger)
        let delivery = try makeDelivery(limits, store?.stores, metrics, logger)
        let pushes = try makePushes(limits, store?.stores, logger)
        if let pushes {
            logger.notice("scans can have followers", metadata: ["carriers": "\(pushes.carriers)"])
        }
        let sockets = try listening.openSockets()
        // Sockets that systemd hands over may lie elsewhere than the settings say.
        let isExposed = sockets.contains { !$0.address.isLocal }
        let policy = try access.policy(limits, isExposed: isExposed, logger)
        let feedback = try openFeedback()
        let service = makeService(
            pipeline, answers, store, delivery, feedback, memory, makeFollowers(store, pushes), policy,
            limits,
            metrics,
            logger)
        let keyFile = policy.keys.map { KeyFileWatcher(keys: $0, logger: logger) }
        keyFile?.start()
        let signals = SignalStream.terminations()
        let idleStop = listening.idleStop
        let server = try listen(on: sockets, service, limits, metrics, idleStop, logger)
        Task {
            for await _ in reloads.arrivals {
                await rules.reload(pipeline, metrics: metrics, logger: logger)
                keyFile?.reload()
            }
        }
        if let feedback { Task { await feedback.sweepRegularly() } }
        if let memory {
            Task { await memory.run() }
            Task { await memory.lists.run() }
        }
        if let feeds { Task { await feeds.run() } }
        try await warmUp(pipeline, logger)
        await delivery?.dispatcher.start()
        await service.startWork()
        await stopReason(signals, idleStop)
        logger.notice("stopping")
        // Followers of a job are told of its end before their connections close.
        async let drained: Void = service.drain(
            grace: limits.shutdown - min(limits.shutdown, Self.jobCancellationTime))
        await server.shutdown(grace: limits.shutdown)
        await drained
        await delivery?.dispatcher.stop(grace: Self.webhookGrace)
        await pipeline.workers.stop()
        await store?.close()
        logger.notice("stopped")
        LineWriter.standardOutput.flush()
        LineWriter.standardError.flush()
        // `exit` would run static destructors while other threads may still be at work.
        _exit(0)
    }

    /// Waits for a signal, or until nobody needs the server any more.
    private func stopReason(_ signals: SignalStream, _ idleStop: IdleStop?) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await signals.first() }
            if let idleStop { group.addTask { await idleStop.reached() } }
            await group.next()
            group.cancelAll()
        }
    }

    private func startLogging() -> Logger {
        let (level, format) = (logs.logLevel, logs.logFormat)
        LoggingSystem.bootstrap { _ in LineLogHandler(level: level, format: format) }
        return Logger(label: "typesafe")
    }

    private func adjustProcess() {
        ProcessLimits.raiseDescriptors()
        ProcessLimits.outliveFileSizeLimit()
        ProcessLimits.keepFreedMemory(bytes: Self.keptMemory)
    }

    private func makeAnswers() throws(CommandFailure) -> AnswerTexts {
        let library: TextLibrary
        do throws(TextError) {
            library = try TextLibrary(directory: BundledResources.texts)
        } catch {
            throw .configuration("the texts can't be used: \(error)")
        }
        guard let texts = library.texts(for: reading.language) else {
            let tags = library.all.map(\.language.tag).joined(separator: ", ")
            throw .configuration("--language \(reading.language): there are texts in \(tags)")
        }
        return AnswerTexts(library, standard: texts)
    }

    private func makeService(
        _ pipeline: ScanPipeline, _ answers: AnswerTexts, _ store: OpenStores?, _ delivery: WebhookDelivery?,
        _ feedback: FeedbackKeeper?, _ memory: MemoryKeeper?, _ followers: FollowerOptions?,
        _ policy: AccessPolicy,
        _ limits: Limits, _ metrics: ServiceMetrics, _ logger: Logger
    ) -> ScanService {
        var headers = ResponseHeaderPolicy()
        headers.strictTransport = limits.strictTransport
        headers.crossOrigin = access.corsOrigins ?? .none
        var jobs = limits.jobs
        jobs.jobs.running = reading.workerCount
        jobs.longestScan = limits.pipeline.timeLimit
        jobs.store = store?.jobs
        var policy = policy
        if let shared = store?.shared {
            share(shared, limits, jobs: &jobs, policy: &policy, pipeline: pipeline)
        }
        let openAPI = (try? Data(contentsOf: BundledResources.openAPI)).map { Array($0) } ?? []
        return ScanService(
            pipeline: pipeline,
            about: ScanService.About(
                version: Installation.version, openAPI: openAPI,
                page: Page(
                    directory: BundledResources.page, answers: answers, pushKey: followers?.sender.publicKey,
                    takesFeedback: feedback != nil)),
            answers: answers, limits: limits.uploads,
            results: ResultRecorder(
                store: store?.stores.results, keepsResults: storage.retentionDays > 0,
                keepsText: storage.storeText, publisher: delivery?.publisher),
            options: jobs, feedback: feedback, memory: memory, followers: followers, store: { store?.status },
            inventory: store?.stores.inventory, access: policy,
            headers: headers,
            metrics: metrics, logger: logger)
    }

    private func listen(
        on sockets: [ListeningSocket], _ service: ScanService, _ limits: Limits, _ metrics: ServiceMetrics,
        _ idleStop: IdleStop?, _ logger: Logger
    ) throws(CommandFailure) -> HTTPServer {
        let accessLog = AccessLog(format: logs.accessLog) { service.route(of: $0) }
        do throws(SocketError) {
            let server = try HTTPServer(
                configuration: limits.server, sockets: sockets,
                handler: { await service.respond(to: $0) },
                refusal: { service.refuse($0) },
                observer: { event in
                    metrics.observe(event)
                    accessLog?.observe(event)
                    idleStop?.observe(event)
                })
            try server.start()
            for socket in sockets { logger.notice("listening", metadata: ["url": "\(socket.address)"]) }
            return server
        } catch {
            throw .unavailable("\(error)")
        }
    }

    private func warmUp(_ pipeline: ScanPipeline, _ logger: Logger) async throws(CommandFailure) {
        do throws(WorkerTermination) {
            try await pipeline.workers.warmUp()
        } catch {
            if error.exit == .unprotected {
                throw .unprotected("--require-sandbox: a worker is \(error); see docs/operations.md")
            }
            throw .configuration("the text reader can't start: \(error)")
        }
        let protections = pipeline.workers.protections ?? WorkerProtections()
        if !protections.missing.isEmpty {
            logger.warning(
                "workers keep rights that a picture which takes one over could use",
                metadata: ["missing": "\(protections.missing.map(\.rawValue).joined(separator: ", "))"])
        }
        logger.notice(
            "ready",
            metadata: [
                "workers": "\(reading.workerCount)", "rules": "\(pipeline.facts.rulesVersion)",
                "sandbox": "\(protections)",
            ])
    }
}
