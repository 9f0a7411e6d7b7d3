import Crypto
package import Foundation

/// Seals followers' addresses where they are stored (AES-256-GCM). Its text doesn't contain the keys.
///
/// The file has a key of 32 bytes in Base64 a line, of which the first one seals and all open. So a key can be replaced while addresses
/// sealed with the old one remain.
package struct PushSecret: Sendable, CustomStringConvertible, CustomReflectable {
    package enum Fault: Error, Equatable, Sendable {
        case unreadable
        /// A line isn't the Base64 of 32 bytes.
        case malformed(line: Int)
        case empty
        case tooManyKeys(limit: Int)
    }

    /// Keys of a file: the one in force and those before it.
    private static let keyLimit = 8
    /// Bytes of a file, with room for comments.
    private static let sizeLimit = 16_384
    private static let keyLength = 32

    private let keys: [SymmetricKey]

    /// Makes a key and the file's text with it.
    package static func newFile() -> String {
        SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64EncodedString() } + "\n"
    }

    package init(contentsOf file: URL) throws(Fault) {
        guard let data = try? Data(contentsOf: file), data.count <= Self.sizeLimit,
            let text = String(data: data, encoding: .utf8)
        else { throw .unreadable }
        try self.init(text: text)
    }

    package init(text: String) throws(Fault) {
        var keys: [SymmetricKey] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard let bytes = Data(base64Encoded: line), bytes.count == Self.keyLength else {
                throw .malformed(line: number + 1)
            }
            keys.append(SymmetricKey(data: bytes))
        }
        guard !keys.isEmpty else { throw .empty }
        guard keys.count <= Self.keyLimit else { throw .tooManyKeys(limit: Self.keyLimit) }
        self.keys = keys
    }

    package var description: String { "secret …" }
    package var customMirror: Mirror { Mirror(reflecting: description) }

    /// Seals an address for a follower. Only the same follower's opens again, so that nobody can exchange rows.
    package func seal(_ address: PushAddress, for follower: UUID) throws -> Data {
        let plain = try JSONEncoder().encode(address)
        guard let key = keys.first,
            let sealed = try AES.GCM.seal(plain, using: key, authenticating: Self.bytes(of: follower))
                .combined
        else { throw Fault.empty }
        return sealed
    }

    /// Opens what `seal` made; nil where no key fits, the bytes were changed, or they are another follower's.
    package func open(_ sealed: Data, for follower: UUID) -> PushAddress? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        for key in keys {
            guard let plain = try? AES.GCM.open(box, using: key, authenticating: Self.bytes(of: follower))
            else {
                continue
            }
            return try? JSONDecoder().decode(PushAddress.self, from: plain)
        }
        return nil
    }

    private static func bytes(of id: UUID) -> Data { Data(id.uuidString.utf8) }
}
