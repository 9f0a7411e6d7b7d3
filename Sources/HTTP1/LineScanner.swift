/// Finds CRLF-terminated lines in a growing buffer, looks at each byte once, and refuses bare CR and LF at sight.
struct LineScanner: Sendable {
    private var scanned = 0

    /// The length of the line at `start`, without its CRLF; nil where its end hasn't come yet.
    /// - Parameter limit: the longest line allowed, in bytes without CRLF.
    mutating func lineEnd(
        in bytes: UnsafeRawBufferPointer, from start: Int, limit: Int, tooLong: HTTPParseError
    ) throws(HTTPParseError) -> Int? {
        var index = max(start, scanned)
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A { throw .bareLineFeed }
            if byte == 0x0D {
                guard index + 1 < bytes.count else { break }
                guard bytes[index + 1] == 0x0A else { throw .bareCarriageReturn }
                scanned = index + 2
                return index - start
            }
            if index - start >= limit { throw tooLong }
            index += 1
        }
        scanned = index
        return nil
    }

    /// Forgets the place, after the bytes before it were consumed.
    mutating func reset() { scanned = 0 }
}
