/// Bytes that came in and are not yet consumed. Appending and consuming are amortised O(1) a byte.
package struct InputBuffer: Sendable {
    /// An idle connection holds no more than this.
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

    /// Removes and returns the first `count` bytes; all of them without a copy.
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
        // The standard library's own accessor takes no typed throws; the result goes around it.
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
