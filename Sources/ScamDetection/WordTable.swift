import Snapshots
import TextAnalysis

/// Features of texts, by number.
struct WordTable: Sendable {
    private var index: HashIndex

    init(capacity: Int) { index = HashIndex(capacity: capacity) }

    func write(to writer: inout SnapshotWriter) { index.write(to: &writer) }

    /// - Parameter count: the number of features.
    init(from reader: inout SnapshotReader, count: Int) throws(SnapshotError) {
        index = try HashIndex(from: &reader, below: count)
        guard index.count == count else { throw SnapshotError() }
    }

    var count: Int { index.count }

    /// Gives a feature the next number.
    /// - Returns: false if the feature had one.
    mutating func add(_ key: UInt64) -> Bool {
        guard self[key] == nil else { return false }
        index.insert(index.count, for: key)
        return true
    }

    subscript(key: UInt64) -> Int? { index.first(key) { _ in true } }

    /// The numbers of the table's features that a text holds, each once, with the tokens where it stands first.
    func features(of text: AnalyzedText) -> [(number: Int, tokens: Range<Int>)] {
        var isSeen = [Bool](repeating: false, count: count)
        var found: [(number: Int, tokens: Range<Int>)] = []
        WordFeatures.forEach(in: text) { key, tokens in
            guard let number = self[key], !isSeen[number] else { return }
            isSeen[number] = true
            found.append((number, tokens))
        }
        return found
    }
}
