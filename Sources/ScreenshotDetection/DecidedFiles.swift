/// Files that were dealt with, so that the second detector and further events don't read them again. What is forgotten here
/// is still known by its content.
struct DecidedFiles {
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
