/// When a request is sent again: only where nothing is done twice by it.
///
/// That is where no connection came about, and after an answer 429 or 503 that says the request was turned away. Where the
/// connection was lost the server may have acted on the request; scans carry an `Idempotency-Key`, the same in every attempt,
/// by which it knows them again, and are sent again then too, as long as there is time.
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
