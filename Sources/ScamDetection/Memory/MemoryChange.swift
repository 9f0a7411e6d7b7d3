package import Foundation

/// Something that a memory learns: a line of its file, or of what servers tell each other.
package struct MemoryChange: Sendable, Equatable {
    package enum What: Sendable, Equatable {
        /// Somebody says what the message is. One person's later word replaces the earlier.
        case confirmed(MemoryVote)
        /// They take it back.
        case takenBack(by: UInt32)
        /// It goes, whoever said something of it.
        case forgotten
        /// It came more times.
        case seen(MemorySightings)
        /// So many times are not to be counted any longer, as those whom it came to want what is kept of them deleted.
        case unseen(Int)
    }

    package var id: UInt64
    /// Needed where the message isn't known yet.
    package var fingerprint: KeptFingerprint?
    package var what: What

    package init(id: UInt64, fingerprint: KeptFingerprint? = nil, what: What) {
        (self.id, self.fingerprint, self.what) = (id, fingerprint, what)
    }
}

/// How often a message came.
package struct MemorySightings: Sendable, Equatable {
    package var count: Int
    /// Seconds since 1970.
    package var last: Int
    /// Whether one of them was judged as of high risk. What isn't confirmed, and of less than medium risk, isn't counted.
    package var isHigh: Bool

    package init(count: Int, last: Int, isHigh: Bool = false) {
        (self.count, self.last, self.isHigh) = (count, last, isHigh)
    }
}

/// What somebody said of a message.
package struct MemoryVote: Sendable, Equatable {
    /// Tells who says it from others: a hash of the key's name.
    package var by: UInt32
    /// Seconds since 1970.
    package var at: Int
    package var isScam: Bool

    package init(by: UInt32, at: Int, isScam: Bool) {
        (self.by, self.at, self.isScam) = (by, at, isScam)
    }
}

extension MemoryChange {
    /// The form's version, with which each line begins.
    private static let version = 1

    /// The change as one line of JSON, without the line feed. Hashes of 64 bits are hexadecimal, as numbers of JSON hold 53 bits for sure.
    package var line: Data {
        let value = Line(
            v: Self.version, id: Self.hex(id),
            sketch: fingerprint?.sketch, pairs: fingerprint?.pairCount,
            contacts: fingerprint?.contacts.map(Self.hex), picture: fingerprint?.isFromPicture,
            confirmed: vote.map { Line.Vote(by: $0.by, at: $0.at, scam: $0.isScam) },
            takenBack: takenBackBy, forgotten: what == .forgotten ? true : nil,
            unseen: unseen,
            seen: seen.map { Line.Seen(count: $0.count, last: $0.last, high: $0.isHigh ? true : nil) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(value)) ?? Data()
    }

    /// Returns nil for a line that isn't one, or is of a later version.
    package init?(line: Data) {
        guard let value = try? JSONDecoder().decode(Line.self, from: line), value.v == Self.version,
            let id = UInt64(value.id, radix: 16)
        else { return nil }
        self.id = id
        if let sketch = value.sketch {
            let contacts = (value.contacts ?? []).compactMap { UInt64($0, radix: 16) }
            let print = KeptFingerprint(
                sketch: sketch, pairCount: value.pairs ?? sketch.count, contacts: contacts,
                isFromPicture: value.picture ?? false)
            guard print.isValid else { return nil }
            fingerprint = print
        }
        if let vote = value.confirmed, Self.range.contains(vote.at) {
            what = .confirmed(MemoryVote(by: vote.by, at: vote.at, isScam: vote.scam))
        } else if let teacher = value.takenBack {
            what = .takenBack(by: teacher)
        } else if let seen = value.seen, Self.range.contains(seen.count), Self.range.contains(seen.last) {
            what = .seen(MemorySightings(count: seen.count, last: seen.last, isHigh: seen.high ?? false))
        } else if let count = value.unseen, Self.range.contains(count) {
            what = .unseen(count)
        } else if value.forgotten == true {
            what = .forgotten
        } else {
            return nil
        }
    }

    /// Of times and counts: sums of them must not overflow.
    private static let range = 0...Int(UInt32.max)

    private static func hex(_ value: UInt64) -> String { String(value, radix: 16) }

    /// When it happened, in seconds since 1970; nil where that is no matter.
    var time: Int? { vote?.at ?? seen?.last }

    private var vote: MemoryVote? { if case .confirmed(let vote) = what { vote } else { nil } }
    private var takenBackBy: UInt32? { if case .takenBack(let teacher) = what { teacher } else { nil } }
    private var unseen: Int? { if case .unseen(let count) = what { count } else { nil } }
    private var seen: MemorySightings? { if case .seen(let times) = what { times } else { nil } }

    private struct Line: Codable {
        var v: Int
        var id: String
        var sketch: [UInt32]?
        var pairs: Int?
        var contacts: [String]?
        var picture: Bool?
        var confirmed: Vote?
        var takenBack: UInt32?
        var forgotten: Bool?
        var unseen: Int?
        var seen: Seen?

        struct Vote: Codable {
            var by: UInt32
            var at: Int
            var scam: Bool
        }

        struct Seen: Codable {
            var count: Int
            var last: Int
            var high: Bool?
        }

        enum CodingKeys: String, CodingKey {
            case v, id, sketch, pairs, contacts, picture, confirmed
            case takenBack = "taken_back"
            case forgotten, unseen, seen
        }
    }
}
