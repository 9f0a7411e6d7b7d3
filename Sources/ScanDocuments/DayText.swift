package import Foundation

extension Date {
    /// The day in UTC, such as 2026-11-29.
    package var day: String { formatted(.iso8601.year().month().day()) }
}
