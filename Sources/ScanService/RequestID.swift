import Foundation

/// Names one request in the answer and in the log: the client's own id where it is harmless, else a new one.
struct RequestID: Sendable, CustomStringConvertible {
    private static let maxLength = 64

    let description: String

    init(offered: String? = nil) {
        if let offered, (1...Self.maxLength).contains(offered.utf8.count),
            offered.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
            })
        {
            description = offered
        } else {
            description = UUID().uuidString.lowercased()
        }
    }
}
