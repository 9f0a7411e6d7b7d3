/// Bytes that came in and are not yet consumed. Appending and consuming are amortised O(1) a byte.
package struct InputBuffer: Sendable {
    private var storage: [UInt8] = []
    private var head = 0

    package init() {}

    package init(_ bytes: some Sequence<UInt8>) {
        storage = Array(bytes)
    }

    package var count: Int { storage.count - head }
    package var isEmpty: Bool { head == storage.count }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        compact()
        storage.append(contentsOf: bytes)
    }

    package mutating func consume(_ count: Int) {
        precondition(count <= self.count)
        head += count
        if head == storage.count {
            head = 0
            // An idle connection should hold no buffer.
            if storage.capacity > 4096 { storage = [] } else { storage.removeAll(keepingCapacity: true) }
        }
    }

    /// Removes and returns the first `count` bytes.
    package mutating func take(_ count: Int) -> [UInt8] {
        let taken = withBytes { Array($0.prefix(count)) }
        consume(count)
        return taken
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

    private mutating func compact() {
        if head > 0, head >= storage.count / 2 {
            storage.removeFirst(head)
            head = 0
        }
    }
}
