package import TextAnalysis

/// The secret of an installation's fingerprints. Without it nobody can tell from them which words, numbers or links they are of, and those
/// of installations with other keys can't be compared.
package struct MemoryKey: Sendable {
    /// The number of bytes of a key.
    package static let length = 16

    private let halves: (UInt64, UInt64)

    /// Returns nil for another number of bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        func half(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        halves = (half(bytes.prefix(8)), half(bytes.dropFirst(8)))
    }

    /// Tells keys apart, and nothing of a key.
    package var name: String { String(hash(0, 0), radix: 16) }

    /// SipHash-2-4 of two words of 64 bits (Aumasson and Bernstein, 2012): a keyed hash, quick for short input.
    func hash(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var v: (UInt64, UInt64, UInt64, UInt64) = (
            halves.0 ^ 0x736f_6d65_7073_6575, halves.1 ^ 0x646f_7261_6e64_6f6d,
            halves.0 ^ 0x6c79_6765_6e65_7261, halves.1 ^ 0x7465_6462_7974_6573
        )
        func turn(_ value: UInt64, _ bits: UInt64) -> UInt64 { value << bits | value >> (64 - bits) }
        func rounds(_ count: Int) {
            for _ in 0..<count {
                v.0 &+= v.1
                v.2 &+= v.3
                (v.1, v.3) = (turn(v.1, 13) ^ v.0, turn(v.3, 16) ^ v.2)
                v.0 = turn(v.0, 32)
                v.2 &+= v.1
                v.0 &+= v.3
                (v.1, v.3) = (turn(v.1, 17) ^ v.2, turn(v.3, 21) ^ v.0)
                v.2 = turn(v.2, 32)
            }
        }
        // The last block holds the input's length, 16 bytes.
        for block in [first, second, 16 << 56] {
            v.3 ^= block
            rounds(2)
            v.0 ^= block
        }
        v.2 ^= 0xff
        rounds(4)
        return v.0 ^ v.1 ^ v.2 ^ v.3
    }
}

/// What a message is known by when it comes again: keyed hashes of its pairs of neighbouring words, without numbers, links and amounts,
/// which each copy has its own of; and of the links, numbers and accounts that lead to who sent it.
package struct Fingerprint: Sendable, Equatable, Codable {
    /// Each once, the smallest first.
    package let pairs: [UInt32]
    /// Each once.
    package private(set) var contacts: [UInt64]
    /// Whether the words were read from a picture, and may be wrong.
    package let isFromPicture: Bool

    /// Of a longer text the first words count. A picture holds some hundred.
    private static let mostWords = 2_000
    /// Of more contacts the first count: a newsletter has dozens of links.
    static let mostContacts = 8

    /// - Parameter lexicon: what organisations' own links and numbers are told by, which are no sign of a sender.
    package init(of text: AnalyzedText, by key: MemoryKey, _ lexicon: Lexicon) {
        isFromPicture = text.screen != nil
        let bytes = text.text.utf8
        var words: [UInt64] = []
        for token in text.tokens where token.kind == nil && token.range.count > 1 {
            let first = bytes[bytes.index(bytes.startIndex, offsetBy: token.range.lowerBound)]
            if first >= 0x80 || first | 0x20 >= 0x61 && first | 0x20 <= 0x7a { words.append(token.key.value) }
            if words.count == Self.mostWords { break }
        }
        let pairs = zip(words, words.dropFirst()).map { UInt32(truncatingIfNeeded: key.hash($0, $1)) }
        self.pairs = Set(pairs).sorted()
        let known = text.entities.compactMap { entity in
            Self.contact(entity, lexicon).map { (ContactKind(entity.kind), $0) }
        }
        let accounts = Self.accounts(text).map { (ContactKind.account, $0) }
        var seen: Set<UInt64> = []
        contacts = []
        for (kind, contact) in known + accounts where contacts.count < Self.mostContacts {
            let plain = WordKey(contact.unicodeScalars.lazy.map(\.value)).value
            let hash = kind.marking(key.hash(plain, UInt64(contact.utf8.count)))
            if seen.insert(hash).inserted { contacts.append(hash) }
        }
    }

    private static func accounts(_ text: AnalyzedText) -> [String] {
        guard mayHoldAccount(text) else { return [] }
        return PaymentAccount.find(in: text.text).filter { $0.kind != .card }.map {
            String(text.text[$0.range].filter { !$0.isWhitespace })
        }
    }

    /// Whether there are eight digits in a row, two capitals before two digits, or a sign of an address, other than in what is known already.
    /// Few texts have any, and the search for accounts takes ten times as long as all else here.
    private static func mayHoldAccount(_ text: AnalyzedText) -> Bool {
        var (capitals, digits) = (0, 0)
        var known = text.entities.filter { [.url, .phone, .email, .handle, .crypto].contains($0.kind) }.map(
            \.range)[...]
        for (place, byte) in text.text.utf8.enumerated() {
            while let first = known.first, first.upperBound <= place { known.removeFirst() }
            if known.first?.contains(place) == true {
                (capitals, digits) = (0, 0)
                continue
            }
            switch byte {
            case 0x30...0x39:
                digits += 1
                if digits == 8 || digits == 2 && capitals == 2 { return true }
            case 0x41...0x5A: (capitals, digits) = (digits == 0 ? capitals + 1 : 1, 0)
            case 0x40: return true
            default: (capitals, digits) = (0, 0)
            }
        }
        return false
    }

    /// By what a sender is reached again; nil for what many share, as an organisation's own site.
    private static func contact(_ entity: Entity, _ lexicon: Lexicon) -> String? {
        switch entity.kind {
        case .url:
            guard let link = entity.link else { return nil }
            if lexicon.organisations.owners(of: link.host).isEmpty,
                Lexicon.domain(of: link.host, in: lexicon.shorteners) == nil
            {
                return link.registrableDomain ?? link.host
            }
            // At a host that everybody uses, the path is the sender's.
            return link.path.utf8.count > 1 ? link.host + link.path : nil
        case .phone: return lexicon.numbers.owners(of: entity.text).isEmpty ? entity.text : nil
        case .email, .handle, .crypto: return entity.text.lowercased()
        default: return nil
        }
    }
}

/// What kind of thing a contact's hash is of, which its lowest bits say: an operator sees how a campaign wants to be reached.
package enum ContactKind: UInt64, Sendable {
    case link, phone, email, handle, wallet, account

    private static let mask: UInt64 = 7

    init(_ kind: EntityKind) {
        self =
            switch kind {
            case .phone: .phone
            case .email: .email
            case .handle: .handle
            case .crypto: .wallet
            default: .link
            }
    }

    func marking(_ hash: UInt64) -> UInt64 { hash & ~Self.mask | rawValue }

    /// The kind that a hash says; nil for one that no memory made.
    init?(of hash: UInt64) { self.init(rawValue: hash & Self.mask) }

    package var name: String { "\(self)" }
}

/// What is kept of a message, and what a memory's lists carry.
package struct KeptFingerprint: Sendable, Equatable {
    /// The smallest of its pairs (bottom-k sketch; Broder, 1997).
    var sketch: [UInt32]
    /// How many pairs it has.
    var pairCount: Int
    var contacts: [UInt64]
    var isFromPicture: Bool

    /// How many pairs are kept. On 52 pictures of one campaign, of which one of each layout was taught, 8 found .93 of the others, 12 .98,
    /// and 16 no more.
    package static let sketchSize = 12

    package init(_ fingerprint: Fingerprint) {
        sketch = Array(fingerprint.pairs.prefix(Self.sketchSize))
        pairCount = fingerprint.pairs.count
        contacts = fingerprint.contacts
        isFromPicture = fingerprint.isFromPicture
    }

    package init(sketch: [UInt32], pairCount: Int, contacts: [UInt64], isFromPicture: Bool) {
        (self.sketch, self.pairCount, self.contacts, self.isFromPicture) = (
            sketch, pairCount, contacts, isFromPicture
        )
    }

    /// Whether a memory would make such a one. Lists come from others.
    var isValid: Bool {
        // A larger count than there are pairs would make any message a part of it.
        (pairCount == sketch.count || sketch.count == Self.sketchSize && pairCount > sketch.count)
            && sketch.count <= Self.sketchSize
            && contacts.count <= Fingerprint.mostContacts
            && zip(sketch, sketch.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Names the fingerprint, the same on every server: FNV-1a of its parts.
    package var id: UInt64 {
        var key = WordKey()
        for value in sketch { key.append(value) }
        for value in contacts {
            key.append(UInt32(truncatingIfNeeded: value))
            key.append(UInt32(truncatingIfNeeded: value >> 32))
        }
        return key.value
    }

    /// Whether there is anything to know the message by: a word or two are none.
    package var isEmpty: Bool { sketch.count < 2 && contacts.isEmpty }
}
