package import Crypto
package import Foundation

/// A key as its owner has it: `tsk_` and 256 random bits in base64url, together 47 characters. It is printed once and never
/// stored.
package struct APIKey: Sendable {
    private static let prefix = "tsk_"
    /// Random bytes of a key: 256 bits, which nobody can guess.
    private static let randomBytes = 32
    /// Largest length in bytes of a text that is hashed. Keys are shorter, and hashing longer texts would waste time.
    private static let maxLength = 128

    package let text: String

    package init() {
        let random = SymmetricKey(size: SymmetricKeySize(bitCount: Self.randomBytes * 8))
        let base64 = random.withUnsafeBytes { Data($0).base64EncodedString() }
        text =
            Self.prefix + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The hash of a text that a client presented as its key; nil where the text can't be a key.
    ///
    /// The hash is one round of SHA-256 without salt. Hashes of passwords are slow and salted because passwords can be guessed.
    /// Nobody can guess 256 random bits, and no two keys are equal. A slow hash would only let clients spend the server's time.
    package static func hash(_ presented: String) -> SHA256Digest? {
        guard presented.hasPrefix(prefix), presented.utf8.count <= maxLength else { return nil }
        return SHA256.hash(data: Array(presented.utf8))
    }

    /// Returns a text that clients choose as it may stand in a log: some put their key where it doesn't belong.
    package static func hidden(in text: String) -> String {
        guard text.contains(prefix) else { return text }
        let parts = text.split(separator: prefix, omittingEmptySubsequences: false)
        return parts[0]
            + parts.dropFirst().map {
                prefix + "…" + $0.drop { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            }.joined()
    }

    package var hash: SHA256Digest { SHA256.hash(data: Array(text.utf8)) }
}

package enum AccessScope: String, Sendable, CaseIterable {
    /// The right to scan images and texts, set preferences, report screenshots and delete sessions.
    case scan
    /// The right to read the stored results of sessions.
    case read
    /// The right to say that a verdict was wrong, and to take that back.
    case feedback
    /// The right to say what a message is, so that the server judges by it (`--memory`).
    case teach
    case admin
}

/// The stored form of a key: one line of the key file.
///
///     help-line scan,read 2026-11-21T08:00:00Z 2027-11-21T08:00:00Z 600 sha256:9f86d0…
///
/// The fields are name, scopes, creation, expiry, units a minute and hash; `-` stands for no expiry and for the default rate.
package struct KeyRecord: Sendable, Equatable {
    /// 1 to 64 letters, digits, `.`, `_` and `-`. Logs contain the name in place of the key.
    package let name: String
    package let scopes: Set<AccessScope>
    package let created: Date
    package let expires: Date?
    /// The key's own rate in units a minute; nil for the server's `--rate`.
    package let unitsPerMinute: Int?
    /// The SHA-256 of the key, 32 bytes.
    let hash: [UInt8]

    /// Largest length of a name in bytes. A name must fit a line of the log.
    private static let maxNameLength = 64
    /// Rates that a key can have, in units a minute. The largest is far more than the server can do.
    package static let unitsPerMinuteRange = 1...1_000_000
    private static let hashPrefix = "sha256:"
    private static let hashLength = 32
    private static let absent = "-"

    /// - Parameter created: time of the key's creation. It is stored in whole seconds, like `expires`.
    package init(
        name: String, key: APIKey, scopes: Set<AccessScope>, created: Date, expires: Date? = nil,
        unitsPerMinute: Int? = nil
    ) {
        self.name = name
        self.scopes = scopes
        self.created = created
        self.expires = expires
        self.unitsPerMinute = unitsPerMinute
        hash = Array(key.hash)
    }

    package static func isName(_ text: some StringProtocol) -> Bool {
        text.isIdentifier(limit: maxNameLength, punctuation: "-_.")
    }

    package func isExpired(at time: Date) -> Bool { expires.map { $0 <= time } ?? false }

    /// A mistake in a line of the file, in the words of its error message. The message doesn't quote the line.
    enum LineFault: String, Error {
        case fields = "doesn't have six fields: name, scopes, created, expires, rate, hash"
        case name = "has a name that is none"
        case scopes = "has a scope other than scan, read, feedback and admin"
        case created = "has a date of creation that is none"
        case expires = "has an expiry that is neither a date nor -"
        case rate = "has a rate that is neither a number from 1 to 1000000 nor -"
        case hash = "has no sha256: hash of 64 hex digits"
    }

    init(line: Substring) throws(LineFault) {
        let fields = line.split(whereSeparator: \.isWhitespace)
        guard fields.count == 6 else { throw .fields }
        guard Self.isName(fields[0]) else { throw .name }
        name = String(fields[0])
        var scopes: Set<AccessScope> = []
        for scope in fields[1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let scope = AccessScope(rawValue: String(scope)) else { throw .scopes }
            scopes.insert(scope)
        }
        self.scopes = scopes
        guard let created = Self.date(fields[2]) else { throw .created }
        self.created = created
        if fields[3] == Self.absent {
            expires = nil
        } else {
            guard let date = Self.date(fields[3]) else { throw .expires }
            expires = date
        }
        if fields[4] == Self.absent {
            unitsPerMinute = nil
        } else {
            guard let rate = Int(fields[4]), Self.unitsPerMinuteRange.contains(rate) else { throw .rate }
            unitsPerMinute = rate
        }
        guard let hash = Self.hash(fields[5]) else { throw .hash }
        self.hash = hash
    }

    var line: String {
        [
            name, Self.text(of: scopes), created.formatted(.iso8601),
            expires?.formatted(.iso8601) ?? Self.absent, unitsPerMinute.map(String.init) ?? Self.absent,
            Self.hashPrefix + hash.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined(),
        ].joined(separator: " ")
    }

    /// The scopes as they stand in the file, such as `scan,read`.
    package static func text(of scopes: Set<AccessScope>) -> String {
        AccessScope.allCases.filter(scopes.contains).map(\.rawValue).joined(separator: ",")
    }

    private static func date(_ text: Substring) -> Date? {
        try? Date(String(text), strategy: .iso8601)
    }

    private static func hash(_ text: Substring) -> [UInt8]? {
        guard text.hasPrefix(hashPrefix) else { return nil }
        let digits = text.utf8.dropFirst(hashPrefix.utf8.count).compactMap { byte in
            UInt8(String(UnicodeScalar(byte)), radix: 16)
        }
        guard digits.count == hashLength * 2, text.utf8.count == hashPrefix.utf8.count + hashLength * 2 else {
            return nil
        }
        return (0..<hashLength).map { digits[$0 * 2] << 4 | digits[$0 * 2 + 1] }
    }
}

extension StringProtocol {
    /// Whether the text is 1 to `limit` ASCII letters, digits and characters of `punctuation`.
    package func isIdentifier(limit: Int, punctuation: String) -> Bool {
        (1...limit).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: punctuation.utf8.contains(byte)
                }
            }
    }
}
