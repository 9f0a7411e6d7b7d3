import Foundation
import Scanning
package import TypeSafeAPI

/// A change of a job's state, as its subscribers get it.
package struct JobEvent: Sendable, Equatable {
    /// Counts a job's events from 1, without gaps. `Last-Event-ID` holds this number.
    package let number: Int
    package let state: ScanJobState
    /// The job's state (`ScanJob`) at this event, as JSON on one line.
    package let json: [UInt8]

    init(_ job: ScanJob, number: Int) {
        self.number = number
        state = job.state
        // The wire types hold nothing that JSON can't express.
        json = (try? WireCoding.bytes(job)) ?? Array("{}".utf8)
    }

    init(number: Int, state: ScanJobState, json: [UInt8]) {
        (self.number, self.state, self.json) = (number, state, json)
    }

    /// Bytes of memory that an event takes: the length of its JSON, and an estimate for the rest.
    var bytes: Int { json.count + 64 }
}

extension ScanJob {
    /// Percent of the whole scan at which a stage begins. Reading takes nearly all the time, decoding and classifying take some
    /// milliseconds.
    private enum Percent {
        static let decoding = 5
        static let reading = 10...90
        static let classifying = 95
        static let done = 100
    }

    /// Returns the job after a step; nil where its percent would not grow. An image whose worker was lost is read again
    /// from its start, so its percent can fall behind.
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
        case .picture(let number, let count, let progress):
            // Each picture has the same share of the percents, and goes through all of them in it.
            guard let one = ScanJob(scanID: scanID).advanced(by: progress) else { return nil }
            let before = Percent.decoding * count + (number - 1) * (Percent.classifying - Percent.decoding)
            job = one
            job.percent = (before + one.percent - Percent.decoding) / count
        }
        return !state.isFinal && job.percent > percent ? job : nil
    }

    func ended(with result: Result<ScanResponse, Problem>) -> ScanJob {
        var job = self
        switch result {
        case .success(let response):
            job.state = .done
            job.percent = Percent.done
            job.result = response
        case .failure(let problem):
            job.state = .failed
            job.problem = problem
        }
        return job
    }
}

/// A job that ends without a result ends with problem details.
extension Problem: Error {}

/// Reasons for a job's end that don't come from its own work.
package enum JobInterruption: Sendable, Equatable {
    case deadlineExceeded(limit: Duration)
    case cancelled
    /// The server was stopped or restarted before the job ended.
    case restarted
}
