import SystemSupport

/// The bytes that wait to be written. Large arrays are kept as they are, and small ones are joined.
struct OutputBuffer {
    /// Largest size in bytes of arrays that are joined. Below that, copying is cheaper than another system call.
    private static let joinedSize = 16_384

    private var parts: [[UInt8]] = []
    private var offset = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func append(_ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        count += bytes.count
        if let last = parts.indices.last, parts[last].count + bytes.count <= Self.joinedSize {
            parts[last].append(contentsOf: bytes)
        } else {
            parts.append(bytes)
        }
    }

    /// Appends the whole answer to a malformed message, which is the connection's last.
    mutating func append(refusal response: ServerResponse) {
        let length = response.contentLength ?? 0
        append(ResponseEncoder.head(response.head, .refusal(length: length), extra: length))
        if case .bytes(let bytes) = response.body { append(bytes) }
    }

    /// Writes until nothing is left (`.bytes`), or the socket takes no more bytes.
    mutating func write(to socket: borrowing Descriptor) -> Transfer {
        var total = 0
        while let first = parts.first {
            let transfer = first.withUnsafeBytes { bytes in
                socket.send(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
            }
            guard case .bytes(let written) = transfer else { return transfer }
            total += written
            count -= written
            offset += written
            if offset == first.count {
                if parts.count == 1 { parts = [] } else { parts.removeFirst() }
                offset = 0
            }
        }
        return .bytes(total)
    }
}
