import Glibc

/// Finds lines that end with CRLF in a buffer that grows. It reads each byte once, and refuses a CR without LF and an
/// LF without CR.
struct LineScanner: Sendable {
    private var scanned = 0

    /// Returns the length of the line at `start` without its CRLF; nil where the line's end hasn't arrived.
    /// - Parameter limit: largest length of a line in bytes, without its CRLF.
    mutating func lineEnd(
        in bytes: UnsafeRawBufferPointer, from start: Int, limit: Int, tooLong: HTTPParseError
    ) throws(HTTPParseError) -> Int? {
        let from = max(start, scanned)
        let carriageReturn = Self.first(0x0D, in: bytes, from: from, to: bytes.count)
        let end = carriageReturn ?? bytes.count
        let lineFeed = Self.first(0x0A, in: bytes, from: from, to: end)
        if (lineFeed ?? end) - start > limit { throw tooLong }
        if lineFeed != nil { throw .bareLineFeed }
        guard let carriageReturn, carriageReturn + 1 < bytes.count else {
            scanned = end
            return nil
        }
        guard bytes[carriageReturn + 1] == 0x0A else { throw .bareCarriageReturn }
        scanned = carriageReturn + 2
        return carriageReturn - start
    }

    /// Forgets the scanned bytes. It must be called after they were consumed.
    mutating func reset() { scanned = 0 }

    private static func first(
        _ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
    ) -> Int? {
        guard start < end, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), end - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
