/// Tells `o`, `O` and `0`, and in links `l` and `1`, apart by their sizes on the picture. Tesseract goes by what is likely in
/// prose, and neither a link nor a word written to deceive is prose.
struct GlyphSizes {
    /// A character as it was read, and its box in pixels of the strip.
    struct Glyph {
        let character: Character
        let box: Bounds

        var height: Int { box.height }
        /// The width of the box divided by its height.
        var slimness: Double { Double(box.width) / Double(max(1, box.height)) }
    }

    /// The width of a zero divided by its height is 0.62 to 0.72 in the fonts of phones and browsers; for a capital O it is
    /// 0.85 or more.
    private static let widestZero = 0.74
    private static let narrowestCapital = 0.84
    /// The width of a round letter's box divided by its height. A box outside of this range holds more than the letter, or
    /// only a part of it.
    private static let roundness = 0.4...1.3
    /// In a link, a glyph is a small L if its width divided by its height is at most this: a small L is a mere stroke, a one
    /// has a flag.
    private static let widestStroke = 0.24
    /// The height of tall letters divided by that of small ones is 1.25 to 1.5 in print. If it is less than this on a line, the
    /// sizes on that line can't be trusted.
    private static let minContrast = 1.15
    /// The same ratio as it is assumed for lines that have only small or only tall letters.
    private static let typicalContrast = 1.36
    /// A median height is trusted if it comes from at least this many letters.
    private static let minSamples = 2
    /// The height of an `o` divided by that of small letters, and the height of a zero or a capital O divided by that of tall
    /// letters. Chosen on the development pictures.
    private static let minSmallHeight = 0.8
    private static let maxZeroHeight = 1.2
    private static let capitalHeights = 0.85...1.15
    /// The width of a space between words, from ink to ink, is 0.5 to 0.65 of the small letters' height. Between letters of one
    /// word it is 0.1 to 0.25, and 0.35 in some fonts whose letters all have one width.
    private static let narrowestSpace = 0.46
    /// A space is at least this many times as wide as the median gap between the line's letters.
    private static let spaceOverMedianGap = 2.5

    private static let smallLetters = "acemnrsuvwxz"
    /// The tall characters besides capital letters. The capital O is left out, because it may be a zero.
    private static let tallCharacters = "bdhkl123456789"

    /// The median heights of small and of tall letters on this line, in pixels of the strip.
    private let small: Double
    private let tall: Double
    /// The median gap between letters of one word, in pixels of the strip.
    private let medianGap: Double

    /// Returns nil if the line has too few letters to compare with.
    init?(line words: [[Glyph]]) {
        let line = words.flatMap(\.self)
        let small = Self.median(line) { Self.smallLetters.contains($0) }
        let tall = Self.median(line) { $0.isUppercase && $0 != "O" || Self.tallCharacters.contains($0) }
        switch (small, tall) {
        case (let small?, let tall?): (self.small, self.tall) = (small, tall)
        case (let small?, nil): (self.small, self.tall) = (small, small * Self.typicalContrast)
        case (nil, let tall?): (self.small, self.tall) = (tall / Self.typicalContrast, tall)
        case (nil, nil): return nil
        }
        let gaps = words.flatMap(Self.gaps).sorted()
        medianGap = gaps.isEmpty ? 0 : Double(gaps[gaps.count / 2])
        guard self.tall >= self.small * Self.minContrast else { return nil }
    }

    /// Returns a word with the characters that its glyphs' sizes prove.
    func corrected(_ glyphs: [Glyph], isLink: Bool) -> String {
        // Amounts may have cents that are smaller than the rest, so that a small zero proves nothing without letters beside it.
        let hasLetters = glyphs.contains { $0.character.isLetter && !"oO".contains($0.character) }
        let hasDigits = glyphs.contains { $0.character.isNumber }
        return String(
            glyphs.indices.map { index in
                let glyph = glyphs[index]
                return switch glyph.character {
                case "1" where isLink && glyph.slimness <= Self.widestStroke: "l"
                case "0" where hasLetters && isSmall(glyph), "O" where hasLetters && isSmall(glyph): "o"
                // Narrow fonts have a narrow O, but no O stands in a link or among digits or small letters.
                case "O" where isNarrow(glyph) && (isLink || hasDigits || isAmongSmall(glyphs, index)): "0"
                case "0" where isLink && isWide(glyph) && isFree(glyphs, index): "O"
                case let character: character
                }
            })
    }

    // Whether a glyph is small. A box may hold a part of the neighbour, so that a small box proves something and a large one
    // doesn't.

    private func isSmall(_ glyph: Glyph) -> Bool {
        let height = Double(glyph.height)
        return Self.roundness.contains(glyph.slimness) && height >= Self.minSmallHeight * small
            && height * height < small * tall
    }

    private func isNarrow(_ glyph: Glyph) -> Bool {
        Self.roundness.contains(glyph.slimness) && glyph.slimness <= Self.widestZero
            && Double(glyph.height) <= Self.maxZeroHeight * tall
    }

    private func isWide(_ glyph: Glyph) -> Bool {
        let heights = Self.capitalHeights.lowerBound * tall...Self.capitalHeights.upperBound * tall
        return Self.roundness.contains(glyph.slimness) && glyph.slimness >= Self.narrowestCapital
            && heights.contains(Double(glyph.height))
    }

    /// Whether no neighbour's part can lie in the box of a glyph.
    private func isFree(_ glyphs: [Glyph], _ index: Int) -> Bool {
        let box = glyphs[index].box
        return (index == 0 || glyphs[index - 1].box.right < box.left)
            && (index + 1 == glyphs.count || box.right < glyphs[index + 1].box.left)
    }

    /// The index of the glyph before which a space must have been overlooked, if there is one: the engine prefers `lam` to
    /// `I am`.
    func missedSpace(in glyphs: [Glyph]) -> Int? {
        let widest = Self.gaps(glyphs).enumerated().max { $0.element < $1.element }
        guard let widest, Double(widest.element) >= Self.narrowestSpace * small,
            Double(widest.element) >= Self.spaceOverMedianGap * max(1, medianGap),
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
