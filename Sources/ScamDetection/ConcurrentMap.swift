import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// Returns the transformed elements in their order. All cores are used, because the server's start waits for the result.
    func concurrentMap<Image: Sendable>(_ transform: @Sendable (Element) -> Image) -> [Image] {
        let images = Mutex([Image?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let image = transform(self[index])
            images.withLock { $0[index] = image }
        }
        return images.withLock { $0.compactMap(\.self) }
    }

    /// Returns the elements in at most `count` slices of similar length.
    func slices(_ count: Int) -> [ArraySlice<Element>] {
        let length = Swift.max(1, (self.count + count - 1) / count)
        return stride(from: 0, to: self.count, by: length).map {
            self[$0..<Swift.min(self.count, $0 + length)]
        }
    }
}
