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
        guard folded >= first, folded <= last else { return [] }
        return plain[Int(folded - first)]
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

    init(word: some StringProtocol) {
        self.init()
        for scalar in word.unicodeScalars { appendPlain(scalar.value) }
    }
}
