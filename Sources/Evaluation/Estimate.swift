/// A figure that is no plain share, with its interval.
package struct Estimate: Sendable, Equatable, Encodable {
    package var value: Double
    package var interval: Interval?
}
