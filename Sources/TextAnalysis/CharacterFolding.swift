import Foundation

/// Accented Latin letters as the plain letters that phones and text recognition leave of them: `é` → `e`, `ß` → `ss`.
enum LatinFolding {
    /// Lower-case letters from U+00DF to U+017F and the comma letters of Romanian, each before its plain form.
    private static let pairs = """
        àa áa âa ãa äa åa çc èe ée êe ëe ìi íi îi ïi ðd ñn òo óo ôo õo öo øo ùu úu ûu üu ýy ÿy āa ăa ąa ćc ĉc ċc čc ďd đd ēe ĕe \
        ėe ęe ěe ĝg ğg ġg ģg ĥh ħh ĩi īi ĭi įi ıi ĵj ķk ĺl ļl ľl łl ńn ņn ňn ōo ŏo őo ŕr ŗr řr śs ŝs şs šs ţt ťt ŧt ũu ūu ŭu ůu \
        űu ųu ŵw ŷy źz żz žz șs țt ßss æae œoe
        """

    /// The plain letters of each accented letter, at its distance from `first`.
    private static let plain: [[UInt32]] = {
        var table = [[UInt32]](repeating: [], count: Int(last - first) + 1)
        for pair in pairs.split(separator: " ") {
            let scalars = pair.unicodeScalars.map(\.value)
            table[Int(scalars[0] - first)] = Array(scalars.dropFirst())
        }
        return table
    }()

    private static let first: UInt32 = 0xDF
    private static let last: UInt32 = 0x21B

    /// Returns one or two plain letters, or none for all that isn't an accented Latin letter.
    /// - Parameter folded: a lower-case scalar.
    static func plainLetters(of folded: UInt32) -> [UInt32] {
        if folded >= first, folded <= last { return plain[Int(folded - first)] }
        return additional.contains(folded) ? additionalPlain[Int(folded - additional.lowerBound)] : []
    }

    /// Latin Extended Additional: the letters of Vietnamese, and others that hardly any language has, but disguised words do.
    private static let additional: ClosedRange<UInt32> = 0x1E00...0x1EFF

    private static let additionalPlain: [[UInt32]] = additional.map { value in
        guard let scalar = Unicode.Scalar(value),
            let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first,
            base.value.isASCIILower
        else { return [] }
        return [base.value]
    }

    /// Whether a lower-case scalar is a Latin letter that no daily spelling uses: a phonetic one, a small capital, one of another
    /// alphabet's transcription. Whole words of them are seen as Latin letters.
    static func isRare(_ folded: UInt32) -> Bool {
        switch folded {
        case 0x250...0x2AF, 0x1D00...0x1DBF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F: true
        default: false
        }
    }
}

extension WordKey {
    /// Appends a lower-case scalar; an accented letter is appended as its plain letters.
    mutating func appendPlain(_ folded: UInt32) {
        let plain = LatinFolding.plainLetters(of: folded)
        if plain.isEmpty {
            append(folded)
        } else {
            for letter in plain { append(letter) }
        }
    }

    /// - Parameter word: in lower case.
    package init(word: some StringProtocol) { self.init(plain: word.unicodeScalars.lazy.map(\.value)) }

    init(plain folded: some Sequence<UInt32>) {
        self.init()
        for scalar in folded { appendPlain(scalar) }
    }
}

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

/// Traditional Chinese characters and the simplified ones that patterns are written in.
package struct HanVariants: Sendable {
    /// Simplified characters by the traditional ones' distance from `first`; 0 where a character stays. If the table is empty,
    /// all characters stay.
    private var simplified: [UInt16] = []

    /// The first character of the table, which covers the blocks of Han characters in Unicode's basic plane.
    private static let first: UInt32 = 0x3400
    private static let last: UInt32 = 0x9FFF

    package init() {}

    /// Reads lines of a traditional character, a tab and a simplified one. `#` starts a comment line; lines of any other form are
    /// passed over.
    package init(tsv: some Sequence<UInt8>) {
        simplified = Array(repeating: 0, count: Int(Self.last - Self.first) + 1)
        var line: [UInt32] = []
        for scalar in String(decoding: Array(tsv), as: UTF8.self).unicodeScalars {
            guard scalar == "\n" else {
                if line.count < 4 { line.append(scalar.value) }
                continue
            }
            if line.count == 3, line[1] == "\t", Self.first...Self.last ~= line[0],
                let to = UInt16(exactly: line[2])
            {
                simplified[Int(line[0] - Self.first)] = to
            }
            line.removeAll(keepingCapacity: true)
        }
    }

    package func write(to writer: inout SnapshotWriter) { writer.numbers(simplified) }

    package init(from reader: inout SnapshotReader) throws(SnapshotError) {
        simplified = try reader.numbers()
        guard simplified.isEmpty || simplified.count == Int(Self.last - Self.first) + 1,
            simplified.allSatisfy({ Unicode.Scalar($0) != nil })
        else { throw SnapshotError() }
    }

    /// Returns the simplified character, or the character itself where none is known.
    func simplified(_ scalar: UInt32) -> UInt32 {
        guard scalar >= Self.first, scalar <= Self.last, !simplified.isEmpty else { return scalar }
        let simple = simplified[Int(scalar - Self.first)]
        return simple == 0 ? scalar : UInt32(simple)
    }
}
