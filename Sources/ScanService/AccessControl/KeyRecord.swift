package import Foundation

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
