import FeedbackFiles
import Foundation
import Glibc
import Logging
import Metrics
import OCR
import OCRWorkers
import ProcessControl
import ScanService
import Scanning
import Storage
import Webhooks

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
        do {
            return try ScanPipeline(configuration: configuration, knowledge: rules.load())
        } catch let error as OCRError {
            throw .configuration("the text reader can't start: \(error)")
        } catch {
            throw .configuration("\(error)")
        }
    }

    /// Returns nil where nothing is to be stored. A store that can't be opened doesn't keep the server from scanning.
    func openStore(
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

    /// Returns nil where there is no database to keep an outbox in.
    func makeDelivery(
        _ limits: Limits, _ store: SQLiteStore?, _ metrics: ServiceMetrics, _ logger: Logger
    ) throws(CommandFailure) -> WebhookDelivery? {
        guard let store else {
            if webhooks.file == nil { return nil }
            throw .configuration("--webhooks needs --database, for messages that are still to be sent")
        }
        do throws(WebhookFileError) {
            return try WebhookDelivery(
                webhooks.file, webhooks.delivery(limits), store: store, metrics: metrics, logger: logger)
        } catch {
            throw .configuration("\(webhooks.file?.path ?? "--webhooks") \(error)")
        }
    }
}
