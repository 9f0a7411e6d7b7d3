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
    ///   - failures: in a row, 1 or more.
    ///   - retryAfter: what the receiver asked for; followed up to `longestWait`.
    package func wait(
        failures: Int, retryAfter: Duration?, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        // 2^30 times a second is past any longest wait.
        let doublings = min(max(failures, 1) - 1, 30)
        let most = min(firstWait * (1 << doublings), longestWait)
        let wait = most * Double.random(in: 0.5...1, using: &generator)
        return max(wait, min(retryAfter ?? .zero, longestWait))
    }
}
