/// Letters of other scripts that pass for Latin ones, such as Cyrillic `а` for `a`.
package struct Confusables: Sendable {
    private var latin: [UInt32: UInt32] = [:]

    /// An empty table: nothing is mapped.
    package init() {}

    /// Reads `character ⇥ Latin letter` lines; `#` starts a comment line. Other lines are passed over.
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

    /// The lower-case Latin letter that `cased` (else its lower-case form `folded`) passes for.
    package func latinLetter(cased: UInt32, folded: UInt32) -> UInt32? {
        guard let letter = latin[cased] ?? latin[folded] else { return nil }
        return letter.isASCIIUpper ? letter + 32 : letter
    }
}
