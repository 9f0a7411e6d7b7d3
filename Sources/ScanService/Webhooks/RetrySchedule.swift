/// Exponential back-off: each wait is twice as long as the one before. Half of a wait is random, so that many messages
/// to one receiver don't come back at the same time.
package struct RetrySchedule: Sendable {
    package var firstWait = Duration.seconds(5)
    package var longestWait = Duration.seconds(3_600)

    package init() {}

    /// Largest exponent of a wait: 2^30 seconds are longer than any `longestWait`, and they fit an Int.
    private static let maxDoublings = 30
    /// Number of failures in a row from which a receiver counts as down. Fewer failures may be caused by single
    /// messages.
    private static let failuresUntilDown = 3

    /// Returns how long a message waits for its next attempt.
    /// - Parameters:
    ///   - failures: number of the message's failed attempts, 1 or more.
    ///   - retryAfter: the wait that the receiver asked for. It is followed up to `longestWait`.
    package func wait(failures: Int, retryAfter: Duration?) -> Duration {
        let doublings = min(max(failures, 1) - 1, Self.maxDoublings)
        let most = min(firstWait * (1 << doublings), longestWait)
        return max(most * Double.random(in: 0.5...1), min(retryAfter ?? .zero, longestWait))
    }

    /// Returns how long a receiver gets no messages at all, after this number of failures in a row. Until the receiver
    /// counts as down, only the message that failed waits.
    package func receiverBackoff(failures: Int, retryAfter: Duration?) -> Duration {
        if failures >= Self.failuresUntilDown {
            return wait(failures: failures - Self.failuresUntilDown + 1, retryAfter: retryAfter)
        }
        return min(retryAfter ?? .zero, longestWait)
    }
}
