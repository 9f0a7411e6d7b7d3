/// Text with links that no program takes for links and nobody opens by mistake: `hxxps://example[.]com/…`.
package enum DefangedText {
    /// Writes `[.]` for a dot inside a word, but not in a number, and `hxxp` for `http`. That touches more than links, which does no
    /// harm; a dot left in a link would. An address of digits is a link only with its scheme.
    package static func of(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if isDot(scalar), index > 0, index + 1 < scalars.count,
                isDivided(scalars[index - 1], scalars[index + 1])
            {
                result.append(contentsOf: "[.]".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result).replacing(/[hH][tT][tT][pP](?=[sS]?:)/, with: "hxxp")
    }

    /// Browsers take these for the dots of a host's name (UTS 46).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value)
    }

    /// Whether a dot between the two stands inside a word.
    private static func isDivided(_ before: Unicode.Scalar, _ after: Unicode.Scalar) -> Bool {
        let letters = [before, after].map(\.properties.isAlphabetic)
        let digits = [before, after].map { $0.properties.numericType != nil }
        return (letters[0] || digits[0]) && (letters[1] || digits[1]) && letters.contains(true)
    }
}
