extension Array where Element == LabelledMessage {
    /// The number of messages that a task takes at a time: about 5 ms of work, so that all cores are busy until the end.
    private static var chunk: Int { 128 }

    /// Transforms all messages on all cores; the results are in the messages' order.
    /// - Parameter progress: is called with the number of messages done.
    @concurrent package func concurrentMap<Image: Sendable>(
        progress: @escaping @Sendable (Int) -> Void = { _ in },
        _ transform: @escaping @Sendable (LabelledMessage) -> Image
    ) async -> [Image] {
        await withTaskGroup(of: (Int, [Image]).self) { group in
            for start in stride(from: 0, to: count, by: Self.chunk) {
                let part = self[start..<Swift.min(start + Self.chunk, count)]
                group.addTask { (start, part.map(transform)) }
            }
            var parts: [Int: [Image]] = [:]
            var done = 0
            for await (start, part) in group {
                parts[start] = part
                done += part.count
                progress(done)
            }
            return parts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }
}
