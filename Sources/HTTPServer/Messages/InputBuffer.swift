import Glibc

/// Bytes that have arrived and weren't consumed yet. Appending and consuming take amortised O(1) for each byte.
package struct InputBuffer: Sendable {
    /// Largest capacity in bytes that an empty buffer keeps, so that an idle connection takes little memory.
    private static let keptCapacity = 1_024

    private var storage: [UInt8] = []
    private var head = 0

    package init() {}

    package var count: Int { storage.count - head }
    package var isEmpty: Bool { head == storage.count }

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if head > 0, head >= storage.count / 2 {
            storage.removeFirst(head)
            head = 0
        }
        storage.append(contentsOf: bytes)
    }

    package mutating func consume(_ count: Int) {
        precondition(count <= self.count)
        head += count
        if head == storage.count {
            head = 0
            storage.removeAll(keepingCapacity: storage.capacity <= Self.keptCapacity)
        }
    }

    /// Removes and returns the first `count` bytes. Where these are all bytes, nothing is copied.
    package mutating func take(_ count: Int) -> ArraySlice<UInt8> {
        if count == self.count {
            defer { self = InputBuffer() }
            return storage[head...]
        }
        let taken = Array(storage[head..<head + count])
        consume(count)
        return taken[...]
    }

    package func withBytes<R, E>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        // `withUnsafeBytes` doesn't support typed throws, so the closure returns a Result.
        let result: Result<R, E> = storage.withUnsafeBytes { bytes in
            do throws(E) {
                return .success(try body(UnsafeRawBufferPointer(rebasing: bytes[head...])))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}

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
