/// Characters that look like Latin letters, mostly letters of other scripts: Cyrillic `а` looks like `a`.
package struct Confusables: Sendable {
    /// For each such character, the Latin letter that it looks like.
    private var latin: [UInt32: UInt32] = [:]

    package init() {}

    /// Reads lines of a character, a tab and a Latin letter. `#` starts a comment line; lines of any other form are passed over.
    package init(tsv: some Sequence<UInt8>) {
        let text = String(decoding: Array(tsv), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t")
            guard fields.count >= 2,
                fields[0].unicodeScalars.count == 1, let from = fields[0].unicodeScalars.first,
                fields[1].unicodeScalars.count == 1, let to = fields[1].unicodeScalars.first,
                to.isASCII
            else { continue }
            latin[from.value] = to.value
        }
    }

    package var count: Int { latin.count }

    package func write(to writer: inout SnapshotWriter) {
        let pairs = latin.sorted { $0.key < $1.key }
        writer.numbers(pairs.map(\.key))
        writer.numbers(pairs.map(\.value))
    }

    package init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let (characters, letters) = (try reader.numbers(UInt32.self), try reader.numbers(UInt32.self))
        guard characters.count == letters.count, letters.allSatisfy({ $0 < 0x80 }) else {
            throw SnapshotError()
        }
        latin = Dictionary(zip(characters, letters)) { first, _ in first }
    }

    /// The lower-case Latin letter that a character looks like. The character as written is looked up first, then its
    /// lower-case form.
    package func latinLetter(cased: UInt32, folded: UInt32) -> UInt32? {
        guard let letter = latin[cased] ?? latin[folded] else { return nil }
        return letter.isASCIIUpper ? letter + NormalizedText.caseOffset : letter
    }
}
