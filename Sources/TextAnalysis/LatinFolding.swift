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
