package import Foundation

/// A kept feedback's name: the day on which it came, in UTC, and its id. A day says enough for a review and little about when
/// somebody got the message.
package struct FeedbackName: Sendable, Hashable, Comparable {
    private static let suffix = ".json"
    /// Number of characters of a day.
    static let dayLength = 10

    /// The day in the form `2026-11-22`, whose order is that of time.
    package let day: String
    package let id: UUID

    init(day: String, id: UUID) {
        self.day = day
        self.id = id
    }

    /// Parses the name of a file. It returns nil for any other than `2026-11-22-<UUID in small letters>.json`.
    init?(file: String) {
        guard file.hasSuffix(Self.suffix) else { return nil }
        day = String(file.prefix(Self.dayLength))
        guard Self.isDay(day),
            let id = UUID(uuidString: String(file.dropFirst(Self.dayLength + 1).dropLast(Self.suffix.count)))
        else { return nil }
        self.id = id
        guard self.file == file else { return nil }
    }

    package var file: String { "\(day)-\(id.uuidString.lowercased())\(Self.suffix)" }

    package static func < (first: FeedbackName, second: FeedbackName) -> Bool { first.file < second.file }

    static func day(of date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    static func isDay(_ text: String) -> Bool {
        text.utf8.count == dayLength
            && text.utf8.enumerated().allSatisfy { index, byte in
                index == 4 || index == 7 ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
            }
    }
}
