/// Says which picture is meant, wherever it lies, and tells it from every other: its hash, and its size in bytes, by which it
/// is found without reading others.
package struct PictureReference: Codable, Hashable, Sendable {
    package let hash: ContentHash
    package let size: Int

    package init(hash: ContentHash, size: Int) {
        self.hash = hash
        self.size = size
    }
}
