/// When a request is sent again: only where the server can't have acted on it, so that nothing is done twice.
///
/// That is where no connection came about, and after an answer 429 or 503 that says the request was turned away.
public struct RetryPolicy: Sendable, Equatable {
    /// Attempts in all, the first included.
    public var attempts: Int
    /// The wait before the second attempt; it doubles for each one after that.
    public var firstDelay: Duration
    /// The longest wait, unless the server's `Retry-After` asks for more.
    public var maxDelay: Duration

    /// Makes a policy.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(250), maxDelay: Duration = .seconds(5)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.maxDelay = maxDelay
    }

    /// Every request is sent once.
    public static let never = RetryPolicy(attempts: 1)

    /// The wait after an attempt (1…) that failed. Between half and all of the backoff, at random, so that clients that
    /// were turned away together don't come back together; what the server asks for is never undercut.
    func delay(
        after attempt: Int, asked: Duration?, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(attempt - 1, 0), 30)
        let backoff = min(firstDelay * (1 << doublings), maxDelay)
        let jittered = backoff * Double.random(in: 0.5...1, using: &generator)
        guard let asked else { return jittered }
        return asked + jittered / 2
    }
}
