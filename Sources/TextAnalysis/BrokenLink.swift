/// Tells whether what ends one line of a picture is a link that goes on in the next line. The places of words tell it: a word goes to the
/// next line if it doesn't fit, while a link that was cut fills its line.
struct BrokenLink {
    /// The end of the line that was added last: its last word, and before it the pieces of a link that it continues.
    private var end = ""

    /// A cut line leaves less room than this multiple of a letter's width.
    private static let room = 1.3
    /// The signs that begin the rest of a link, whatever stood before, those that a piece of a link holds, and those after which one may go on.
    private static let (starts, signs) = (Set("/?&=#%"), Set("/._=&?%#~+"))
    private static let joints = Set("/.-_=?&")

    mutating func add(_ line: Transcript.Line, goesOn: Bool) {
        let last = line.words.last?.text ?? ""
        // After one of these signs the text alone tells that a link goes on.
        let isJoined = goesOn || (isLink && end.last.map(Self.joints.contains) == true)
        end = isJoined && line.words.count == 1 ? end + last : last
    }

    private var isLink: Bool { end.contains("://") || Self.hasInnerDot(end) }

    /// - Parameters:
    ///   - last: the last word of the line that was added last.
    ///   - next: the line below.
    ///   - rights: the right edges of the lines of both lines' block, without that of `last`.
    func goesOn(after last: Transcript.Word, in next: Transcript.Line, rights: @autoclosure () -> [Int])
        -> Bool
    {
        guard let first = next.words.first, !Self.hasScheme(first.text), end.contains(where: \.isLetter)
        else {
            return false
        }
        if "https://".hasPrefix(end.lowercased()), Self.hasScheme(end + first.text) { return true }
        guard isLink || end.contains(where: { $0 == "-" || $0.isNumber }) else { return false }
        let (right, others) = (last.box.x + last.box.width, rights())
        let edge = max(right, others.max() ?? 0)
        guard right + first.box.width > edge else { return false }
        if last.isUnderlined, first.isUnderlined, !next.words.dropFirst().contains(where: \.isUnderlined) {
            return isLink
        }
        if isLink, let start = first.text.first, Self.starts.contains(start), first.text.count > 1 {
            return true
        }
        let isAlone = next.words.count == 1
        let part = Part(of: end, isLink: isLink)
        if part == .host, isAlone, !Self.hasInnerDot(end) { return true }
        let letter = Self.room * Double(first.box.width) / Double(first.text.count)
        guard Double(edge - right) < letter else { return false }
        let isColumn = others.contains { Double(abs($0 - right)) < letter }
        switch part {
        case .none:
            return isColumn && end.last != "-" && Self.hasInnerDot(first.text)
        case .host where !Self.hasInnerDot(end): return true
        case .host, .path:
            // Links in a list stand one below the other.
            if Self.isPiece(first.text) { return isColumn || !Self.hasInnerDot(first.text) }
            return part == .path && isAlone && isColumn && first.text.first?.isUppercase == false
        }
    }

    /// The part of a link that a line ends in.
    private enum Part {
        case none, host, path

        init(of end: String, isLink: Bool) {
            guard isLink else {
                self = .none
                return
            }
            let scheme = end.firstRange(of: "://")?.upperBound ?? end.startIndex
            self = end[scheme...].contains { $0 == "/" || $0 == "?" } ? .path : .host
        }
    }

    private static func hasScheme(_ word: String) -> Bool {
        let word = word.lowercased()
        return word.hasPrefix("http://") || word.hasPrefix("https://")
    }

    /// Whether a dot stands between a letter or digit and a letter.
    private static func hasInnerDot(_ word: String) -> Bool {
        let word = Array(word)
        return word.indices.dropFirst().dropLast().contains {
            word[$0] == "." && (word[$0 - 1].isLetter || word[$0 - 1].isNumber) && word[$0 + 1].isLetter
        }
    }

    /// Whether a word looks like a piece of a link rather than a word of a sentence: it has signs or capitals inside, or letters and digits that
    /// aren't those of `2nd` or `24h`.
    private static func isPiece(_ word: String) -> Bool {
        let inside = word.dropFirst().dropLast()
        if inside.contains(where: signs.contains)
            || zip(word, word.dropFirst()).contains(where: { $0.isLowercase && $1.isUppercase })
        {
            return true
        }
        let letters = word.drop(while: \.isNumber)
        return letters.contains(where: \.isLetter) && word.contains(where: \.isNumber)
            && (letters.count > 2 || letters.contains(where: \.isNumber))
    }
}
