/// When something that failed is tried again: twice as long each time, with half of it left to chance so that many
/// messages to one receiver don't come back together.
package struct RetrySchedule: Sendable {
    package var firstWait: Duration
    package var longestWait: Duration

    package init(firstWait: Duration, longestWait: Duration) {
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// - Parameters:
    ///   - failures: of a message, 1 or more.
    ///   - retryAfter: what the receiver asked for; followed up to `longestWait`.
    package func wait(failures: Int, retryAfter: Duration?) -> Duration {
        // 2^30 times a second is past any longest wait.
        let doublings = min(max(failures, 1) - 1, 30)
        let most = min(firstWait * (1 << doublings), longestWait)
        return max(most * Double.random(in: 0.5...1), min(retryAfter ?? .zero, longestWait))
    }

    /// Failures in a row that a receiver may have before it counts as down.
    private static let patience = 3

    /// How long a receiver gets nothing, after so many failures in a row. Until it counts as down, only what failed waits:
    /// it may be the message that is at fault.
    package func rest(failures: Int, retryAfter: Duration?) -> Duration {
        if failures >= Self.patience {
            return wait(failures: failures - Self.patience + 1, retryAfter: retryAfter)
        }
        return min(retryAfter ?? .zero, longestWait)
    }
}
