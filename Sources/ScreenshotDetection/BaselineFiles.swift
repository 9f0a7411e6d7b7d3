/// The files that lay in the folders before they were watched. They are remembered by facts of 8 bytes, which tell a file
/// that was only touched, renamed or saved again from one that arrived.
struct BaselineFiles {
    /// Largest number of facts: 4 MB for folders with 130,000 files. What lies there beyond counts as new when it is
    /// touched.
    private static let limit = 262_144
    private var facts: Set<Int> = []

    mutating func insert(_ path: String, _ identity: FileIdentity) {
        guard facts.count < Self.limit else { return }
        facts.insert(Self.named(path, identity.size))
        facts.insert(identity.hashValue)
    }

    /// Whether this is a file that was there before: unchanged, though perhaps renamed.
    func holds(_ identity: FileIdentity) -> Bool { facts.contains(identity.hashValue) }

    /// Whether a file of the same name and size was there before. Compressed pictures of the same size are the same, up to
    /// one in tens of thousands. Their content isn't compared, because that would mean reading all of them at the start.
    func holds(_ path: String, size: Int) -> Bool { facts.contains(Self.named(path, size)) }

    private static func named(_ path: String, _ size: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(path)
        hasher.combine(size)
        return hasher.finalize()
    }
}
