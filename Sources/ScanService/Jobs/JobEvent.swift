import Foundation
import OCRWorkers
import Scanning
package import TypeSafeAPI

/// One step of a job, as its subscribers get it.
package struct JobEvent: Sendable, Equatable {
    /// From 1, without gaps: what `Last-Event-ID` speaks of.
    package let number: Int
    package let state: ScanJobState
    /// The `ScanJob`, as JSON on one line.
    package let json: [UInt8]

    init(_ job: ScanJob, number: Int) {
        self.number = number
        state = job.state
        // The wire types hold nothing that JSON can't express.
        json = (try? WireCoding.encoder().encode(job)).map { Array($0) } ?? Array("{}".utf8)
    }
}

extension ScanJob {
    /// Of the whole way: decoding is quick, classifying quicker, and reading takes nearly all the time.
    private enum Percent {
        static let decoding = 5
        static let reading = 10...90
        static let classifying = 95
    }

    /// nil where that would be a step back: a picture whose reader was lost is read again from its start.
    func advanced(by progress: ScanProgress) -> ScanJob? {
        var job = self
        switch progress {
        case .decoding:
            job.state = .decoding
            job.percent = Percent.decoding
        case .reading(let read, let total):
            job.state = .reading
            let span = Percent.reading.count - 1
            job.percent = Percent.reading.lowerBound + (total == 0 ? span : read * span / total)
            job.linesRead = read
            job.linesFound = total
        case .classifying:
            job.state = .classifying
            job.percent = Percent.classifying
        }
        return !state.isFinal && job.percent > percent ? job : nil
    }

    func ended(with result: Result<ScanResponse, JobFailed>) -> ScanJob {
        var job = self
        switch result {
        case .success(let response):
            job.state = .done
            job.percent = 100
            job.result = response
        case .failure(let failed):
            job.state = .failed
            job.problem = failed.problem
        }
        return job
    }
}

/// A job's end without a result, as the wire has it.
package struct JobFailed: Error {
    package let problem: Problem

    package init(_ problem: Problem) {
        self.problem = problem
    }
}

/// Why a job ended that its own work didn't end.
package enum JobInterruption: Sendable, Equatable {
    case deadlineExceeded(limit: Duration)
    case cancelled
    /// The server stopped, or was restarted.
    case restarted
}
