import HTTPTypes
import SystemSupport
package import HTTPServer
import Scanning
import ScamDetection
import ScanDocuments

// This file turns scans, errors and server events into metrics.

extension ServiceMetrics {
    package convenience init() {
        self.init(shedReasons: ServerEvent.ShedReason.allCases.map(\.rawValue))
    }

    func record(_ report: ScanReport) {
        verdict(
            report.verdict.riskLevel, scamType: report.verdict.scamType,
            source: report.transcript == nil ? .text : .image)
        for (step, duration) in report.timing.stages { stage(step, took: duration) }
        for origin in report.origins {
            switch origin {
            case .read: cache(.miss)
            case .joined: cache(.joined)
            case .cached: cache(.hit)
            }
        }
    }

    /// Counts the error of a request or a job, if there is a metric for it.
    func record(_ error: ServiceError) {
        switch error {
        case .scan(let error): scanFailed(error.reason)
        case .picture(let error): scanFailed(error.error.reason)
        case .store: store(.failed)
        case .feedback: feedback(.failed)
        case .uploadsFull: limited(.uploads)
        case .textsFull: limited(.texts)
        default: break
        }
    }

    /// Sets the gauges whose values are read at each scrape.
    func read(
        _ pipeline: ScanPipeline, _ jobs: any ScanJobs, _ feed: SessionFeed,
        _ idempotency: IdempotencyCache, version: String
    ) async {
        let counts = await pipeline.workers.counts
        workers(
            alive: counts.alive, busy: counts.busy, waiting: counts.waiting, shared: counts.shared,
            residentBytes: pipeline.workers.residentBytes)
        if let protections = pipeline.workers.protections { workers(protectedBy: protections) }
        let facts = pipeline.facts
        build(version: version, rules: facts.rulesVersion, tesseract: facts.tesseractVersion)
        let (cache, jobs) = (pipeline.readings.counts, jobs.counts)
        cacheSize(entries: cache.entries, bytes: cache.cost)
        replayed(idempotency.counts.hits)
        self.jobs(
            waiting: jobs.waiting, running: jobs.running, kept: jobs.kept,
            streams: jobs.subscribers + feed.count)
    }

    package func observe(_ event: ServerEvent) {
        switch event {
        case .connectionOpened: connectionOpened()
        case .connectionClosed: connectionClosed()
        case .connectionShed(let reason): connectionShed(reason.rawValue)
        case .messageRefused(let status, _): messageRefused(status: status.code)
        case .exchangeEnded(let record):
            exchangeEnded(received: record.bytesIn, sent: record.bytesOut, isComplete: record.isComplete)
        }
    }
}

extension ScanError {
    fileprivate var reason: ScanFailure {
        switch self {
        case .image, .unknownLanguage: .input
        case .deadlineExceeded: .timeout
        // The client of a cancelled scan has gone, so it doesn't matter as what the scan is counted.
        case .busy, .cancelled: .busy
        case .notReady: .notReady
        case .engineFailed, .workerDied: .engine
        }
    }
}

extension ScanReport.Timing {
    /// The stages that the scan went through, in their order, with their durations.
    var stages: [(ScanStage, Duration)] {
        let all: [(ScanStage, Duration?)] = [
            (.queue, queueing), (.decode, decoding), (.ocr, recognition), (.classify, classification),
        ]
        return all.compactMap { step, duration in duration.map { (step, $0) } }
    }

    /// The value of the `Server-Timing` field. Its durations are in milliseconds.
    var serverTiming: String {
        (stages.map { ($0.rawValue, $1) } + [("total", total)])
            .map { "\($0);dur=\($1.milliseconds.rounded(to: 3))" }.joined(separator: ", ")
    }
}
