/// The files that were examined already, so that neither polling nor further events make the program read them again.
///
/// The set is bounded by two generations: when the current one is full, it replaces the previous one. A file that is
/// forgotten here is still recognised by its content in `SeenScreenshots`.
struct ProcessedFiles {
    /// Number of files in a generation. No screenshots folder gets that many files while its newest ones still count.
    private static let limit = 4_096

    private var current: Set<Key> = []
    private var previous: Set<Key> = []

    private struct Key: Hashable {
        let path: String
        let identity: FileIdentity
    }

    func contains(_ path: String, _ identity: FileIdentity) -> Bool {
        let key = Key(path: path, identity: identity)
        return current.contains(key) || previous.contains(key)
    }

    mutating func insert(_ path: String, _ identity: FileIdentity) {
        current.insert(Key(path: path, identity: identity))
        if current.count >= Self.limit {
            previous = current
            current = []
        }
    }
}
