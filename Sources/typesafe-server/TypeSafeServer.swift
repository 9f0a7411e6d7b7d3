import ProcessControl
import BundledResources
import Foundation
import HTTPServer
import Logging
import Metrics
import OCR
import OCRWorkers
import Storage
import ScanService
import Scanning
import Sockets
import Webhooks

/// The server's process: settings, logging, readers, listening, and an orderly end.
@main
struct TypeSafeServer {
    static let version = "0.1.0"
    /// Bytes an allocator arena may keep: a few uploads' chunks.
    private static let keptMemory: Int32 = 4 << 20

    /// For telling clients that their jobs won't end.
    private static let jobFarewell = Duration.milliseconds(500)
    /// What is on its way to a webhook then is sent again by the next process.
    private static let webhookGrace = Duration.seconds(1)

    /// sysexits.h: how the process ended, for supervisors.
    private enum ExitCode {
        static let usage: Int32 = 64
        static let unavailable: Int32 = 69
        static let configuration: Int32 = 78
    }

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == WorkerMain.mode { WorkerMain.run() }
        if arguments.first == ReadCommand.name { return ReadCommand.start(Array(arguments.dropFirst())) }
        if arguments.first == KeysCommand.name { return KeysCommand.start(Array(arguments.dropFirst())) }
        if arguments.first == OutboxCommand.name {
            return await OutboxCommand.start(Array(arguments.dropFirst()))
        }
        if arguments.contains("--help") || arguments.contains("-h") { return print(help) }
        if arguments.contains("--version") { return print(version) }
        let isHealthCheck = arguments.first == "healthcheck"
        let isNamed = isHealthCheck || arguments.first == "serve"
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings(
                arguments: Array(arguments.dropFirst(isNamed ? 1 : 0)),
                environment: ProcessInfo.processInfo.environment)
        } catch {
            stop("\(error)", code: ExitCode.usage)
        }
        if isHealthCheck { exit(HealthCheck.isAlive(at: ListeningPlace(settings.listening)) ? 0 : 1) }
        ProcessLimits.raiseDescriptors()
        ProcessLimits.outliveFileSizeLimit()
        ProcessLimits.keepFreedMemory(bytes: keptMemory)
        LoggingSystem.bootstrap { _ in LineLogHandler(level: settings.log.level, format: settings.log.format)
        }
        await serve(settings, logger: Logger(label: "typesafe"))
    }

    private static func serve(_ settings: Settings, logger: Logger) async {
        let reloads = ReloadSignal()
        let metrics = ServiceMetrics()
        let rules = RuleLoader(settings.scans)
        let pipeline = makePipeline(settings, rules, metrics, logger: logger)
        let openAPI = (try? Data(contentsOf: BundledResources.openAPI)).map { Array($0) } ?? []
        let store = await openStore(settings, metrics, logger: logger)
        var jobs = settings.jobs.options
        jobs.store = store.map { JobStore($0) }
        let webhooks = makeWebhooks(settings.webhooks, store: store, metrics: metrics, logger: logger)
        let sockets = openSockets(settings)
        let access = makeAccess(settings, sockets)
        let service = ScanService(
            pipeline: pipeline, about: ScanService.About(version: version, openAPI: openAPI),
            limits: settings.scans.uploads,
            results: settings.storage.recorder(in: store, publisher: webhooks?.publisher),
            options: jobs, access: access.policy, headers: settings.access.headers,
            metrics: metrics, logger: logger)
        access.follow(logger: logger)
        let accessLog = AccessLog(format: settings.log.access)
        let signals = TerminationSignals()
        let server = listen(on: sockets, settings, service, metrics, accessLog, logger: logger)
        // What SIGHUP has read again.
        let onReload: [@Sendable () async -> Void] = [
            { await rules.reload(pipeline, metrics: metrics, logger: logger) },
            { access.reload(logger: logger) },
        ]
        Task { for await _ in reloads.arrivals { for reload in onReload { await reload() } } }
        do throws(WorkerTermination) {
            try await pipeline.workers.warmUp()
            logger.notice(
                "ready",
                metadata: ["workers": "\(settings.scans.readers)", "rules": "\(pipeline.facts.rulesVersion)"])
        } catch {
            stop("the text reader can't start: \(error)", code: ExitCode.configuration)
        }
        await webhooks?.dispatcher.start()
        await signals.first()
        logger.notice("stopping")
        let grace = settings.listening.shutdownTimeout
        // Those who follow a job are told of its end before their connections close.
        async let drained: Void = service.jobs.drain(grace: grace - min(grace, jobFarewell))
        await server.shutdown(grace: grace)
        await drained
        await webhooks?.dispatcher.stop(grace: webhookGrace)
        await pipeline.workers.stop()
        await store?.close()
        logger.notice("stopped")
        LineWriter.standardOutput.flush()
        LineWriter.standardError.flush()
        // Not `exit`: nothing is left to do, and other threads may still be at work while static destructors run.
        _exit(0)
    }

    private static func openSockets(_ settings: Settings) -> [ListeningSocket] {
        do throws(ListeningPlace.Failure) {
            return try ListeningPlace(settings.listening).open()
        } catch {
            stop("\(error)", code: ExitCode.unavailable)
        }
    }

    private static func makeAccess(_ settings: Settings, _ sockets: [ListeningSocket]) -> AccessSetup {
        do throws(AccessSetup.Failure) {
            // As they are bound: a supervisor's say nothing in the settings.
            return try AccessSetup(
                settings.access, isExposed: sockets.contains { !$0.address.isLocal })
        } catch {
            stop("\(error)", code: ExitCode.configuration)
        }
    }

    private static func listen(
        on sockets: [ListeningSocket], _ settings: Settings, _ service: ScanService,
        _ metrics: ServiceMetrics, _ accessLog: AccessLog?,
        logger: Logger
    ) -> HTTPServer {
        do throws(SocketError) {
            let server = try HTTPServer(
                configuration: settings.listening.server, sockets: sockets,
                handler: { await service.respond(to: $0) },
                refusal: { service.refuse($0) },
                observer: { event in
                    metrics.observe(event)
                    accessLog?.observe(event)
                })
            try server.start()
            for socket in sockets { logger.notice("listening", metadata: ["url": "\(socket.address)"]) }
            return server
        } catch {
            stop("\(error)", code: ExitCode.unavailable)
        }
    }

    private static func makePipeline(
        _ all: Settings, _ rules: RuleLoader, _ metrics: ServiceMetrics, logger: Logger
    ) -> ScanPipeline {
        let settings = all.scans
        do {
            return try ScanPipeline(
                configuration: ScanPipeline.Configuration(
                    tessdata: settings.tessdata, languageFiles: BundledResources.languages,
                    languages: settings.languages, pixelLimit: settings.pixelLimit, workers: settings.readers,
                    workerMemory: settings.readerMemory, workerImages: settings.readerRecycle,
                    workerObserver: { termination in
                        log(termination, to: logger)
                        metrics.workerEnded(termination.exit)
                    },
                    queue: WorkerPool.Limits(
                        queueLength: settings.queueLimit, queueAge: settings.queueAge),
                    timeLimit: settings.timeout, readingCache: all.jobs.readingCache),
                knowledge: rules.load())
        } catch let error as OCRError {
            stop("the text reader can't start: \(error)", code: ExitCode.configuration)
        } catch {
            stop("\(error)", code: ExitCode.configuration)
        }
    }

    /// nil where nothing is to be stored. A store that can't be opened is no reason not to scan.
    private static func openStore(
        _ settings: Settings, _ metrics: ServiceMetrics, logger: Logger
    ) async -> SQLiteStore? {
        guard var configuration = settings.storage.store else { return nil }
        configuration.outbox = settings.webhooks.outbox
        configuration.sharing = settings.webhooks.sharing
        let file = configuration.file.path
        let store = SQLiteStore(configuration: configuration) { event in
            switch event {
            case .failed(let fault):
                logger.error(
                    "results can't be stored or read; scans go on",
                    metadata: [
                        "database": "\(file)", "why": "\(fault.rawValue)",
                        "remedy": "\(fault.remedy)",
                    ])
            case .recovered: logger.notice("results can be stored and read again")
            }
        }
        await store.open()
        metrics.beforeScrape { [configuration] metrics in
            metrics.store(isAvailable: store.fault == nil, bytes: configuration.bytesOnDisk)
        }
        return store
    }

    /// nil where there is no database to keep an outbox in.
    private static func makeWebhooks(
        _ settings: WebhookSettings, store: SQLiteStore?, metrics: ServiceMetrics, logger: Logger
    ) -> WebhookDelivery? {
        guard let store else {
            guard settings.file != nil else { return nil }
            stop("--webhooks needs --database, for what is still to be sent", code: ExitCode.configuration)
        }
        do throws(WebhookFileError) {
            return try WebhookDelivery(settings, store: store, metrics: metrics, logger: logger)
        } catch {
            stop("\(settings.file?.path ?? "--webhooks") \(error)", code: ExitCode.configuration)
        }
    }

    private static func log(_ termination: WorkerTermination, to logger: Logger) {
        logger.log(
            level: termination.exit.isFailure ? .warning : .debug, "worker ended",
            metadata: ["pid": "\(termination.processID)", "why": "\(termination)"])
    }

    private static func stop(_ reason: String, code: Int32) -> Never {
        LineWriter.standardError.write("typesafe-server: \(reason)")
        LineWriter.standardError.flush()
        exit(code)
    }

    private static var help: String {
        """
        usage: typesafe-server [serve] [--flag value]…
               typesafe-server read FILE…       prints what is read on pictures; see read --help
               typesafe-server keys …           adds, lists and removes API keys; see keys --help
               typesafe-server outbox …         shows and tries again webhook messages; see outbox --help
               typesafe-server healthcheck      exits 0 where the server at --address and --port is alive

        Scans screenshots for scams over HTTP. Flags come before environment variables, those before defaults.

        \(Setting.table)

          --help, --version
        """
    }
}
