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
