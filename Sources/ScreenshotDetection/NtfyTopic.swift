/// A topic of an ntfy server, as a person names it: `ntfy://ntfy.example/topic`, or `ntfy+http://…` for a server without TLS.
package struct NtfyTopic: Sendable, Equatable {
    /// Letters of a topic's name, as ntfy takes them.
    private static let nameLength = 1...64
    /// Longest host with its port: 253 letters, a colon and five digits.
    private static let longestHost = 259

    /// Whether the server is reached without encryption.
    package let isPlain: Bool
    private let scheme: String
    private let host: String
    private let name: String

    /// - Returns: nil where the text is no such address.
    package init?(_ text: String) {
        guard let end = text.firstRange(of: "://") else { return nil }
        scheme = text[..<end.lowerBound].lowercased()
        switch scheme {
        case "ntfy": isPlain = false
        case "ntfy+http": isPlain = true
        default: return nil
        }
        let parts = text[end.upperBound...].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        (host, name) = (String(parts[0]), String(parts[1]))
        guard !host.isEmpty, host.utf8.count <= Self.longestHost, host.utf8.allSatisfy(Self.isOfHost),
            Self.nameLength.contains(name.utf8.count), name.utf8.allSatisfy(Self.isOfName)
        else { return nil }
    }

    /// The address under which the topic takes messages.
    package var url: String { (isPlain ? "http://" : "https://") + host + "/" + name }
    /// The address without the topic's name, by which anybody could read what is sent to it.
    package var shown: String { scheme + "://" + host + "/…" }

    /// Letters, digits, and what stands in addresses and before a port. A user and a password can't be named.
    private static func isOfHost(_ byte: UInt8) -> Bool {
        isLetterOrDigit(byte) || "-.:[]".utf8.contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || "-_".utf8.contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
