/// The error for a condition that didn't come true before its deadline.
package struct ConditionTimedOut: Error {
    package init() {}
}

private let pollingInterval = Duration.milliseconds(5)

/// Evaluates a condition again and again until it returns a value. It throws `ConditionTimedOut` after the deadline.
/// - Parameter seconds: time until the deadline.
package func eventually<T>(
    within seconds: Int = 30, _ condition: () async throws -> T?
) async throws -> T {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if let value = try await condition() { return value }
        try await Task.sleep(for: pollingInterval)
    }
    throw ConditionTimedOut()
}

/// Evaluates a condition again and again. It returns false where the condition didn't come true before the deadline.
/// - Parameter seconds: time until the deadline.
package func isEventuallyTrue(
    within seconds: Int = 30, _ condition: () async throws -> Bool
) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if try await condition() { return true }
        try? await Task.sleep(for: pollingInterval)
    }
    return false
}
