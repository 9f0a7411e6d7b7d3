import Foundation

/// Parses `Retry-After` (RFC 9110, section 10.2.3): a number of seconds, or a date.
enum RetryAfter {
    /// Longest delay in seconds that is reported: one day. No caller waits longer, and the limit keeps the calculation
    /// from overflowing.
    private static let longest = 86_400

    /// Returns the delay that a field asks for.
    /// - Returns: nil where the value is neither a number nor an IMF-fixdate.
    static func duration(_ field: String, now: Date = Date()) -> Duration? {
        let value = field.trimmingCharacters(in: .whitespaces)
        if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(min(Int(value) ?? longest, longest))
        }
        guard let date = date(value) else { return nil }
        let seconds = date.timeIntervalSince(now).rounded(.up)
        return .seconds(Int(min(max(seconds, 0), Double(longest))))
    }

    /// Parses an IMF-fixdate such as `Sun, 06 Nov 1994 08:49:37 GMT`. Servers may not send the two obsolete forms.
    private static func date(_ value: String) -> Date? {
        let parts = value.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]) else {
            return nil
        }
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        let clock = parts[4].split(separator: ":").compactMap { Int($0) }
        guard let month = months.firstIndex(of: String(parts[2])), clock.count == 3,
            (1...31).contains(day), (1970...9999).contains(year), (0...23).contains(clock[0]),
            (0...59).contains(clock[1]), (0...60).contains(clock[2])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: clock[0], minute: clock[1], second: clock[2]))
    }
}
