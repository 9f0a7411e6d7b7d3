/// Tells `o`, `O` and `0`, and in links `l` and `1`, apart by their sizes on the picture. Tesseract goes by what is likely in
/// prose, and neither a link nor a word written to deceive is.
struct GlyphSizes {
    /// A character as read, and where, in pixels of the strip.
    struct Glyph {
        let character: Character
        let box: Bounds

        var height: Int { box.height }
        /// Width over height.
        var slimness: Double { Double(box.width) / Double(max(1, box.height)) }
    }

    /// Width over height: 0.62 to 0.72 for a zero, 0.85 and more for a capital O in the fonts of phones and browsers.
    private static let widestZero = 0.74
    private static let narrowestCapital = 0.84
    private static let roundness = 0.4...1.3
    /// A one has a flag, a small L is a stroke.
    private static let widestStroke = 0.24
    /// Tall letters over small ones: 1.25 to 1.5. Less says that sizes can't be trusted here.
    private static let minContrast = 1.15
    private static let usualContrast = 1.36
    private static let minSamples = 2
    /// A space between words as a share of small letters' height: 0.5 to 0.65 from ink to ink; between letters of one word it
    /// is 0.1 to 0.25, and 0.35 in some with fixed widths.
    private static let narrowestSpace = 0.46
    private static let spaceOverUsualGap = 2.5

    /// Heights of letters without and with ascenders on this line.
    private let small: Double
    private let tall: Double
    /// Between letters of one word.
    private let usualGap: Double

    /// nil where a line has too few letters to compare with.
    init?(line words: [[Glyph]]) {
        let line = words.flatMap(\.self)
        let small = Self.median(line) { "acemnrsuvwxz".contains($0) }
        let tall = Self.median(line) { $0.isUppercase && $0 != "O" || "bdhkl123456789".contains($0) }
        switch (small, tall) {
        case (let small?, let tall?): (self.small, self.tall) = (small, tall)
        case (let small?, nil): (self.small, self.tall) = (small, small * Self.usualContrast)
        case (nil, let tall?): (self.small, self.tall) = (tall / Self.usualContrast, tall)
        case (nil, nil): return nil
        }
        let gaps = words.flatMap(Self.gaps).sorted()
        usualGap = gaps.isEmpty ? 0 : Double(gaps[gaps.count / 2])
        guard self.tall >= self.small * Self.minContrast else { return nil }
    }

    /// A word as its glyphs' sizes say.
    func corrected(_ glyphs: [Glyph], isLink: Bool) -> String {
        // Cents may be set smaller than dollars.
        let hasLetters = glyphs.contains { $0.character.isLetter && !"oO".contains($0.character) }
        let hasDigits = glyphs.contains { $0.character.isNumber }
        return String(
            glyphs.indices.map { index in
                let glyph = glyphs[index]
                return switch glyph.character {
                case "1" where isLink && glyph.slimness <= Self.widestStroke: "l"
                case "0" where hasLetters && isSmall(glyph), "O" where hasLetters && isSmall(glyph): "o"
                // Narrow fonts have a narrow O, but in links and among digits or small letters it has no business.
                case "O" where isNarrow(glyph) && (isLink || hasDigits || isAmongSmall(glyphs, index)): "0"
                case "0" where isLink && isWide(glyph) && isFree(glyphs, index): "O"
                case let character: character
                }
            })
    }

    // Boxes may hold a part of the neighbour, so that being small proves something and being large doesn't.

    private func isSmall(_ glyph: Glyph) -> Bool {
        let height = Double(glyph.height)
        return Self.roundness.contains(glyph.slimness) && height >= 0.8 * small
            && height * height < small * tall
    }

    private func isNarrow(_ glyph: Glyph) -> Bool {
        Self.roundness.contains(glyph.slimness) && glyph.slimness <= Self.widestZero
            && Double(glyph.height) <= 1.2 * tall
    }

    private func isWide(_ glyph: Glyph) -> Bool {
        Self.roundness.contains(glyph.slimness) && glyph.slimness >= Self.narrowestCapital
            && (0.85 * tall...1.15 * tall).contains(Double(glyph.height))
    }

    /// Whether its box can't hold a part of a neighbour.
    private func isFree(_ glyphs: [Glyph], _ index: Int) -> Bool {
        let box = glyphs[index].box
        return (index == 0 || glyphs[index - 1].box.right < box.left)
            && (index + 1 == glyphs.count || box.right < glyphs[index + 1].box.left)
    }

    /// Where a space must have been overlooked, if anywhere: the index of the glyph after it. The engine likes `lam` better
    /// than `I am`.
    func missedSpace(in glyphs: [Glyph]) -> Int? {
        let widest = Self.gaps(glyphs).enumerated().max { $0.element < $1.element }
        guard let widest, Double(widest.element) >= Self.narrowestSpace * small,
            Double(widest.element) >= Self.spaceOverUsualGap * max(1, usualGap),
            glyphs[widest.offset...(widest.offset + 1)].allSatisfy(\.character.isLetter)
        else { return nil }
        return widest.offset + 1
    }

    private static func gaps(_ glyphs: [Glyph]) -> [Int] {
        zip(glyphs, glyphs.dropFirst()).map { $1.box.left - $0.box.right }
    }

    private func isAmongSmall(_ glyphs: [Glyph], _ index: Int) -> Bool {
        index > 0
            && glyphs[max(0, index - 1)...min(index + 1, glyphs.count - 1)].contains {
                $0.character.isLowercase
            }
    }

    private static func median(_ glyphs: [Glyph], _ isSample: (Character) -> Bool) -> Double? {
        let heights = glyphs.filter { isSample($0.character) }.map(\.height).sorted()
        return heights.count < minSamples ? nil : Double(heights[heights.count / 2])
    }
}
