/// Rules for sending a request again after it failed.
///
/// A request is repeated where it can't take effect twice: where no connection was made, and after a 429 or 503, by which the
/// server says that it didn't act on the request. Where the connection was lost, the server may have acted on it. Scans carry
/// an `Idempotency-Key` that is the same in every attempt, so they are repeated then too.
public struct RetryPolicy: Sendable, Equatable {
    /// Largest number of attempts, including the first. The default is 3.
    public var attempts: Int
    /// Delay before the second attempt; it doubles for each further attempt. The default is 250 ms, about twice the
    /// duration of a scan (Benchmarks/desktop).
    public var firstDelay: Duration
    /// Longest delay, unless the server's `Retry-After` asks for more. The default of 5 s fits several times into the
    /// default limit of 30 s for a call.
    public var maxDelay: Duration

    /// Creates a policy.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(250), maxDelay: Duration = .seconds(5)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.maxDelay = maxDelay
    }

    /// A policy that sends every request once.
    public static let never = RetryPolicy(attempts: 1)

    /// Largest number of doublings of `firstDelay`, so that the factor fits an `Int`.
    private static let doublingLimit = 30

    /// Returns the delay after the failed attempt number `attempt` (1…): a random share between half and all of the
    /// exponential backoff, so that clients that failed together don't retry together. It is never shorter than the delay
    /// that the server asked for.
    func delay(
        after attempt: Int, asked: Duration?, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(attempt - 1, 0), Self.doublingLimit)
        let backoff = min(firstDelay * (1 << doublings), maxDelay)
        let jittered = backoff * Double.random(in: 0.5...1, using: &generator)
        guard let asked else { return jittered }
        return asked + jittered / 2
    }
}
