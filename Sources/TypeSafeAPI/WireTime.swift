package import Foundation

/// Times as RFC 3339 writes them, in UTC. `Date.formatted` takes as long for one as all else that a short request needs.
package enum WireTime {
    /// Seconds since 1970, up to the end of 9999. Other times are left to Foundation.
    private static let common = 0.0..<253_402_300_800

    /// Appends a time to the second and without its zone, like `2026-11-23T09:05:03`.
    package static func append(_ time: Date, to bytes: inout [UInt8]) {
        let since = time.timeIntervalSince1970
        guard common.contains(since) else {
            bytes.append(contentsOf: time.formatted(.iso8601).utf8.dropLast())
            return
        }
        let (day, second) = Int(since).quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: day)
        append(date.year, digits: 4, to: &bytes)
        append("-", date.month, to: &bytes)
        append("-", date.day, to: &bytes)
        append("T", second / 3_600, to: &bytes)
        append(":", second / 60 % 60, to: &bytes)
        append(":", second % 60, to: &bytes)
    }

    /// Appends the milliseconds of a time's second, rounded down, like `.041`.
    package static func appendMilliseconds(_ time: Date, to bytes: inout [UInt8]) {
        let since = time.timeIntervalSince1970
        bytes.append(UInt8(ascii: "."))
        append(Int((since - since.rounded(.down)) * 1_000), digits: 3, to: &bytes)
    }

    private static func append(_ sign: Unicode.Scalar, _ number: Int, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: sign))
        append(number, digits: 2, to: &bytes)
    }

    private static func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
        var scale = 1
        for _ in 1..<digits { scale *= 10 }
        while scale > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / scale % 10))
            scale /= 10
        }
    }
}

/// A day of the Gregorian calendar.
private struct CivilDate {
    let year, month, day: Int

    /// Counts in years that begin in March, so that the day that some years have more is a year's last one (Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`).
    /// - Parameter days: at least 0.
    init(daysSince1970 days: Int) {
        // Days since 1 March of the year 0; an era is 400 years.
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    }
}
