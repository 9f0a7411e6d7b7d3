package import HTTPServer
import HTTPTypes
package import Metrics
import ScamDetection
import OCRWorkers
import Scanning

// How the metrics' closed sets come from the scanner's and the server's.

extension ServiceMetrics {
    package convenience init() {
        self.init(shedReasons: ServerEvent.ShedReason.allCases.map(\.rawValue))
    }

    /// One scan that came to a verdict.
    func record(_ report: ScanReport) {
        verdict(
            report.verdict.riskLevel, scamType: report.verdict.scamType,
            source: report.transcript == nil ? .text : .image)
        for (step, duration) in report.timing.stages { stage(step, took: duration) }
        switch report.origin {
        case .read: cache(.miss)
        case .joined: cache(.joined)
        case .cached: cache(.hit)
        case nil: break
        }
    }

    /// What a request or a job came to nothing for, where that is the scanner's or the store's affair.
    func record(_ error: ServiceError) {
        switch error {
        case .scan(let error):
            let reason: ScanFailure =
                switch error {
                case .image, .unknownLanguage: .input
                case .deadlineExceeded: .timeout
                // Nobody hears of a scan that was cancelled.
                case .busy, .cancelled: .busy
                case .notReady: .notReady
                case .engineFailed, .workerDied: .engine
                }
            scanFailed(reason)
        case .store: store(.failed)
        case .uploadsFull: limited(.uploads)
        case .textsFull: limited(.texts)
        default: break
        }
    }

    /// For `HTTPServer`.
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

extension ScanReport.Timing {
    /// The steps that ran, in order.
    var stages: [(ScanStage, Duration)] {
        let all: [(ScanStage, Duration?)] = [
            (.queue, queueing), (.decode, decoding), (.ocr, recognition), (.classify, classification),
        ]
        return all.compactMap { step, duration in duration.map { (step, $0) } }
    }

    /// The value of `Server-Timing`, in milliseconds.
    var serverTiming: String {
        (stages.map { ($0.rawValue, $1) } + [("total", total)])
            .map { "\($0);dur=\($1.milliseconds.rounded(to: 3))" }.joined(separator: ", ")
    }
}
