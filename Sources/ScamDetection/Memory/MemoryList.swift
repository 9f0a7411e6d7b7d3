package import Crypto
package import Foundation
import Texts

/// A list of confirmed scams that installations with the same key give each other: lines of JSON, of which the first tells what the list is,
/// and the last signs all before it. docs/memory.md has the form.
package struct MemoryList: Sendable {
    package struct Facts: Sendable, Equatable {
        /// Who made it, in their own words.
        package var name: String
        /// The key that signed it, in Base64 for URLs: it names the list, and a later one of the same key replaces it.
        package var signer: String
        /// Seconds since 1970.
        package var made, expires: Int
        package var count: Int
    }

    /// Why a list isn't used.
    package enum Fault: Error, Sendable, Equatable {
        case tooLarge(limit: Int)
        /// What was signed isn't this, or another key signed it.
        case signature
        /// A line, from 1, isn't as docs/memory.md has it.
        case line(Int)
        /// It was made with the key of another memory, so that nothing could be known by it.
        case otherKey
        case expired
        /// A later one is in use.
        case older
        /// So many other lists are in use.
        case tooMany(limit: Int)
    }

    /// Bytes: 100,000 entries take 30 MB, and as many with all the contacts that one may have 42 MB.
    package static let mostBytes = 48 << 20
    package static let mostEntries = 100_000
    private static let nameLimit = 60
    /// How far clocks may differ, in seconds.
    private static let clockDifference = 3_600
    private static let version = 1

    package let facts: Facts
    let state: MemoryState

    private struct Head: Codable {
        var list: Int
        var name, key: String
        var made, expires, count: Int
    }

    private struct Foot: Codable { var signer, signature: String }

    // MARK: Reading

    /// - Parameter signer: the name of the key that must have signed it.
    /// - Parameter time: seconds since 1970.
    package init(
        _ content: Data, signer: String, key: MemoryKey, at time: Int
    ) throws(Fault) {
        guard content.count <= Self.mostBytes else { throw .tooLarge(limit: Self.mostBytes) }
        let body = try Self.verified(content, by: signer)
        var lines = Self.lines(body)[...]
        guard let first = lines.popFirst(), let head = try? JSONDecoder().decode(Head.self, from: first),
            head.list == Self.version, Self.isName(head.name), head.count == lines.count, head.made >= 0,
            head.made <= time + Self.clockDifference
        else { throw .line(1) }
        guard lines.count <= Self.mostEntries else { throw .tooLarge(limit: Self.mostEntries) }
        guard head.key == key.name else { throw .otherKey }
        guard head.expires > time else { throw .expired }
        var state = MemoryState()
        // Reading the lines takes most of the time.
        let changes = Array(lines).slices(Self.parts).concurrentMap { $0.map(Self.scam) }.joined()
        for (number, change) in changes.enumerated() {
            guard let change else { throw .line(number + 2) }
            state.apply(change, at: time, .list)
        }
        state.makeRoom(at: time, .list)
        self.state = state
        facts = Facts(
            name: head.name, signer: signer, made: head.made, expires: head.expires, count: state.count)
    }

    private static let parts = 16

    /// The lines, each of which ends in a line feed. `split` takes half a second for 30 MB.
    private static func lines(_ body: Data) -> [Data] {
        let ends = body.withUnsafeBytes { bytes in
            bytes.indices.filter { bytes[$0] == 0x0A }
        }
        return zip([-1] + ends, ends).map { body[(body.startIndex + $0 + 1)..<(body.startIndex + $1)] }
    }

    /// Returns nil for any other line: a list warns only. One that was taken over could else clear what it likes.
    private static func scam(_ line: Data) -> MemoryChange? {
        guard let change = MemoryChange(line: line), change.fingerprint != nil,
            case .confirmed(let vote) = change.what, vote.isScam
        else { return nil }
        return change
    }

    /// The lines that are signed.
    private static func verified(_ content: Data, by signer: String) throws(Fault) -> Data {
        let end = content.last == 0x0A ? content.dropLast() : content
        guard let lineFeed = end.lastIndex(of: 0x0A) else { throw .signature }
        let body = content[...lineFeed]
        guard let foot = try? JSONDecoder().decode(Foot.self, from: end[(lineFeed + 1)...]),
            foot.signer == signer, let key = Base64URL.bytes(signer),
            let signature = Base64URL.bytes(foot.signature),
            let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key),
            // A key has one name, so that it has one list.
            name(of: publicKey) == signer, publicKey.isValidSignature(signature, for: body)
        else { throw .signature }
        return body
    }

    /// What a list of a key's is called.
    package static func name(of signer: Curve25519.Signing.PublicKey) -> String {
        Base64URL.text(signer.rawRepresentation)
    }

    /// Names stand in answers, so that they are short and plain.
    package static func isName(_ name: String) -> Bool {
        (1...nameLimit).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || " .-_".unicodeScalars.contains($0)
            }
    }

    // MARK: Writing

    /// - Parameter changes: confirmed scams, with their fingerprints. Who confirmed each isn't told.
    package static func signed(
        _ changes: [MemoryChange], name: String, made: Int, expires: Int, key: MemoryKey,
        by signer: Curve25519.Signing.PrivateKey
    ) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let lineFeed: UInt8 = 0x0A
        var content = try encoder.encode(
            Head(
                list: version, name: name, key: key.name, made: made, expires: expires, count: changes.count))
        content.append(lineFeed)
        for change in changes {
            content += change.line
            content.append(lineFeed)
        }
        let foot = Foot(
            signer: Self.name(of: signer.publicKey),
            signature: Base64URL.text(try signer.signature(for: content)))
        content += try encoder.encode(foot)
        content.append(lineFeed)
        return content
    }
}

extension MessageMemory.Limits {
    /// What a list says counts until the list expires.
    static let list = {
        var limits = Self()
        limits.confirmed = MemoryList.mostEntries
        (limits.lone, limits.agreed) = (.max, .max)
        return limits
    }()
}
