import Dispatch
import Synchronization

extension Array where Element: Sendable {
    /// The elements' images, in order. Uses all cores, as a start waits for it.
    func concurrentMap<Image: Sendable>(_ transform: @Sendable (Element) -> Image) -> [Image] {
        let images = Mutex([Image?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let image = transform(self[index])
            images.withLock { $0[index] = image }
        }
        return images.withLock { $0.compactMap(\.self) }
    }

    /// The elements in up to `count` slices of like length.
    func slices(_ count: Int) -> [ArraySlice<Element>] {
        let length = Swift.max(1, (self.count + count - 1) / count)
        return stride(from: 0, to: self.count, by: length).map {
            self[$0..<Swift.min(self.count, $0 + length)]
        }
    }
}
