import Sockets

/// Bytes that wait to be written, as they were handed over: nothing is copied together.
struct OutputBuffer {
    private var parts: [[UInt8]] = []
    private var offset = 0

    var isEmpty: Bool { parts.isEmpty }

    mutating func append(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        // A small body travels with its head in one packet.
        if bytes.count <= 16_384, let last = parts.indices.last, last > 0 || offset == 0 {
            parts[last].append(contentsOf: bytes)
        } else {
            parts.append(bytes)
        }
    }

    /// Writes until all is gone (`.bytes`) or the socket takes no more.
    mutating func write(to socket: borrowing Descriptor) -> Transfer {
        var total = 0
        while let first = parts.first {
            let transfer = first.withUnsafeBytes { bytes in
                socket.send(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            guard case .bytes(let count) = transfer else { return transfer }
            total += count
            offset += count
            if offset == first.count {
                parts.removeFirst()
                offset = 0
            }
        }
        return .bytes(total)
    }
}
