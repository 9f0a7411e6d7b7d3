import Glibc

/// The processor time within which lines are begun. Once it is spent, what was read until then has to do.
package struct LineBudget {
    private let end: Duration

    /// A budget for the calling thread, from now on.
    package init(_ time: Duration) { end = Self.used + time }

    var isSpent: Bool { Self.used >= end }

    /// The processor time that this thread has used. A busy machine doesn't change it.
    private static var used: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
