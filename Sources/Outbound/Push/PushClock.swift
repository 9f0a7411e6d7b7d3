package import Foundation

/// The clocks by which tokens are renewed: the wall's, which carriers see, and one that nobody can set.
package struct PushClock: Sendable {
    package var wall: @Sendable () -> Date = { Date() }
    package var steady: @Sendable () -> ContinuousClock.Instant = { .now }

    package init() {}
}
