import TextAnalysis

/// Which words deserve to be read again, and what to make of several readings.
enum SecondLook {
    /// Margins of the strip for the first reading and for those after it. Each lets the letters fall on other pixels.
    static let margins = [0.2, 0.32, 0.08]
    /// Words below it are misread often enough for another reading to pay.
    private static let sure = 0.7
    /// A wrong letter in a link weighs more. Of links between .895 and .92 the development pictures had 55; another
    /// reading mended none.
    private static let sureLink = 0.895
    /// Fewer letters and digits are icons mostly.
    private static let minLength = 4
    /// Letters that stand further apart are keys.
    private static let minDensity = 0.5

    /// Words of a line, and where the picture has them.
    struct Span {
        let words: Range<Int>
        let columns: Range<Int>
    }

    /// From the first weak word to the last; nil where none is.
    /// - Parameter line: the columns that were read.
    static func span(of line: Range<Int>, density: Double, after words: [Transcript.Word]) -> Span? {
        guard density >= minDensity, let first = words.firstIndex(where: isWeak),
            let last = words.lastIndex(where: isWeak)
        else { return nil }
        let whole = Span(words: words.indices, columns: line)
        var (left, right) = (line.lowerBound, line.upperBound)
        // Halfway to the neighbours. Where words don't stand from left to right, or overlap, there is no such place.
        if first > 0 {
            guard words[..<first].allSatisfy({ $0.right <= words[first].box.x }) else { return whole }
            left = max(left, (words[first - 1].right + words[first].box.x) / 2)
        }
        if last + 1 < words.count {
            guard words[(last + 1)...].allSatisfy({ $0.box.x >= words[last].right }) else { return whole }
            right = min(right, (words[last].right + words[last + 1].box.x + 1) / 2)
        }
        return left < right ? Span(words: first..<last + 1, columns: left..<right) : whole
    }

    private static func isWeak(_ word: Transcript.Word) -> Bool {
        word.text.utf8.count(where: NoiseWords.isAlphanumeric) >= minLength
            && word.confidence < (isLinkLike(word.text) ? sureLink : sure)
    }

    /// Whether two readings have different links.
    static func disagreeOnLinks(_ readings: [[Transcript.Word]]) -> Bool {
        let links = readings.map { $0.map(\.text).filter(isLinkLike) }
        return links.contains { $0 != links[0] }
    }

    /// A link's signs inside, or a slash before it: screens break links over lines.
    static func isLinkLike(_ word: String) -> Bool {
        let inner = word.utf8.dropFirst().dropLast()
        if inner.contains(where: linkSigns.contains) { return true }
        return word.utf8.first == UInt8(ascii: "/") && inner.count >= minLength
    }

    private static let linkSigns: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "=")]

    /// Word by word what most readings say, else what the surest says; the surest line where they differ in their words' number.
    static func merge(_ readings: [[Transcript.Word]]) -> [Transcript.Word] {
        let best = readings.max { confidence($0) < confidence($1) } ?? []
        let alike = readings.filter { $0.count == best.count }
        return best.indices.map { index in
            let candidates = alike.map { $0[index] }
            let most = candidates.max { one, other in
                let (votes, more) = (count(one, candidates), count(other, candidates))
                return votes == more ? one.confidence < other.confidence : votes < more
            }
            return most ?? best[index]
        }
    }

    private static func count(_ word: Transcript.Word, _ candidates: [Transcript.Word]) -> Int {
        candidates.count { $0.text == word.text }
    }

    /// Mean over characters.
    static func confidence(_ words: [Transcript.Word]) -> Double {
        let length = words.reduce(0) { $0 + $1.text.utf8.count }
        let sum = words.reduce(0) { $0 + $1.confidence * Double($1.text.utf8.count) }
        return length == 0 ? 0 : sum / Double(length)
    }
}

extension Transcript.Word {
    fileprivate var right: Int { box.x + box.width }
}
