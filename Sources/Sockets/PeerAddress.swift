import CGlibc

/// Who is at the other end of a TCP connection: an IPv6 address, or an IPv4 one mapped into it.
package struct PeerAddress: Sendable, Hashable {
    let high, low: UInt64
    package let port: UInt16

    /// nil for Unix sockets, whose clients have no address.
    init?(_ peer: cg_peer) {
        guard peer.is_known != 0 else { return nil }
        (high, low) = withUnsafeBytes(of: peer.bytes) { bytes in
            (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        port = peer.port
    }

    var isIPv4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// What one customer of a provider usually holds: an IPv4 address, or an IPv6 /64.
    package var network: Network { Network(high: high, low: isIPv4 ? low : 0) }

    package struct Network: Sendable, Hashable {
        fileprivate let high, low: UInt64
    }
}

extension PeerAddress: CustomStringConvertible {
    /// The address without the port, in dotted or (uncompressed) colon form.
    package var description: String {
        if isIPv4 {
            return stride(from: 24, through: 0, by: -8).map { String(low >> UInt64($0) & 0xFF) }
                .joined(separator: ".")
        }
        return [high, low].flatMap { half in
            stride(from: 48, through: 0, by: -16).map { String(half >> UInt64($0) & 0xFFFF, radix: 16) }
        }.joined(separator: ":")
    }
}
