import SystemSupport
import Foundation
import Glibc
import Scanning

/// Lets as many texts be judged at once as there are cores, so that they don't hold up other work. The others wait for their turn.
struct TextTurns: Sendable {
    /// Longest time for which a text waits. Even the dearest is judged within a tenth of a second.
    private static let patience = Duration.seconds(5)

    private let turns: FairLender<ClientID, Void>
    private let pipeline: ScanPipeline

    /// - Parameter limit: the largest number of texts that are judged at once or wait for it.
    init(limit: Int, pipeline: ScanPipeline) {
        self.pipeline = pipeline
        let atOnce = min(limit, ProcessInfo.processInfo.activeProcessorCount)
        turns = FairLender(
            [Void](repeating: (), count: atOnce), queueLength: limit - atOnce, patience: Self.patience)
    }

    /// Judges a text when it is its client's turn, and charges the processor time that this takes.
    func judge(_ text: ScanRequest, for account: ScanAccount) async throws(ServiceError) -> ScanReport {
        // A client that has gone doesn't read the refusal.
        guard case .success = await turns.borrow(for: account.client) else { throw .textsFull }
        let before = Self.threadTime
        defer {
            turns.giveBack((), of: account.client)
            account.charge(max(.zero, Self.threadTime - before))
        }
        return try await rethrowing(ServiceError.scan) { () throws(ScanError) in
            try await pipeline.scan(text, for: account)
        }
    }

    /// Processor time of this thread. A text is judged on one, without a pause.
    private static var threadTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
