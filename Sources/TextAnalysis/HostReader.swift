extension EntityScanner {
    struct Host {
        var name = ""
        var end: Int
        /// Whether a dot of the name is disguised: in brackets, between blanks, or as a word.
        var isObfuscated = false
        /// Whether the name goes on in the next line of the text.
        var isJoined = false
        /// Whether a dot of the name has blanks beside it, or is written as a word or a comma.
        var isSpaced = false
    }

    /// The largest length of a host name, in characters (RFC 1035).
    static let maxHost = 253

    /// Reads labels and the dots between them, also dots that are written as `[.]` and `(dot)`.
    /// - Parameter mayContinue: whether to read on in the next line if a line ends after a dot or hyphen of the host.
    func readHost(_ index: Int, mayContinue: Bool) -> Host {
        var host = Host(end: index)
        var name = String.UnicodeScalarView()
        // The length is counted here, because a `UnicodeScalarView` counts its scalars anew each time.
        var length = 0
        var cursor = index
        while length <= Self.maxHost {
            if isHostCharacter(cursor), let scalar = Unicode.Scalar(text.folded[cursor]) {
                name.append(scalar)
                length += 1
                cursor += 1
                host.end = cursor
                if scalar == "-", mayContinue,
                    let next = continuation(after: cursor, last: UInt32(ascii: "-"))
                {
                    cursor = next
                    host.isJoined = true
                }
            } else if let dot = dotEnd(cursor), !name.isEmpty, name.last != "." {
                if isHostCharacter(dot.end) {
                    name.append(".")
                    length += 1
                    host.isObfuscated = host.isObfuscated || dot.isObfuscated
                    cursor = dot.end
                } else if let next = continuation(
                    after: dot.end, last: UInt32(ascii: "."), strictly: !mayContinue)
                {
                    name.append(".")
                    length += 1
                    cursor = next
                    host.isJoined = true
                } else if let next = apart(cursor, after: name, isCertain: mayContinue) {
                    name.append(".")
                    cursor = next.label
                    host.isSpaced = true
                } else {
                    break
                }
            } else if !name.isEmpty, name.last != ".",
                let next = apart(cursor, after: name, isCertain: mayContinue)
            {
                name.append(".")
                cursor = next.label
                host.isSpaced = true
                host.isObfuscated = host.isObfuscated || next.isObfuscated
            } else if mayContinue, !host.isJoined, let next = brokenLabel(cursor, after: name) {
                cursor = next
                host.isJoined = true
            } else {
                break
            }
        }
        if name.last == "." { name.removeLast() }
        host.name = String(name)
        return host
    }

    /// Whether a character may stand in a host name: ASCII, and the letters of scripts that imitate Latin. Texts in other scripts
    /// often touch a link.
    func isHostCharacter(_ index: Int) -> Bool {
        let scalar = text.at(index)
        if scalar.isASCIIAlphanumeric || scalar == "-" || scalar == "_" { return true }
        return Self.imitatingScripts.contains(scalar) && text.classes[index] == .letter
    }

    /// Returns the place after a dot, plain or disguised. A disguised dot may have one blank on each side.
    private func dotEnd(_ index: Int) -> (end: Int, isObfuscated: Bool)? {
        if text.at(index) == "." || (text.at(index) == "。" && text.at(index + 1).isASCIILower) {
            return (index + 1, false)
        }
        let open = skipBlanks(index, limit: 1)
        guard let close = text.at(open).closingBracket else { return nil }
        let inside = text.at(open + 1) == "." ? open + 2 : matches("dot", at: open + 1) ? open + 4 : open
        guard inside > open, text.at(inside) == close else { return nil }
        return (skipBlanks(inside + 1, limit: 1), true)
    }

    /// Returns the place in the next line where a URL goes on that reaches its line's end; nil if it ends there.
    /// - Parameters:
    ///   - last: the URL's last scalar so far.
    ///   - strictly: whether to go on only into what must be part of a URL.
    func continuation(after index: Int, last: UInt32, strictly: Bool = false) -> Int? {
        let lineEnd = skipBlanks(index, limit: Self.maxBlanks)
        guard lineEnd < text.count, text.classes[lineEnd] == .newline else { return nil }
        let next = skipBlanks(lineEnd + 1, limit: Self.maxIndent)
        guard text.at(next).isASCIIAlphanumeric else { return nil }
        // A scheme begins another link, unless it is a parameter's value.
        if last != "=", readScheme(next) != nil { return nil }
        var end = next
        var digits = 0
        var signs = 0
        var hasSlash = false
        var lastSign = next
        while end - next < Self.maxContinuation, isPathCharacter(end) {
            let scalar = text.at(end)
            if scalar.isASCIIDigit { digits += 1 }
            if !scalar.isASCIIAlphanumeric {
                signs += 1
                lastSign = end
                hasSlash = hasSlash || scalar == "/"
            }
            end += 1
        }
        if signs > 0, lastSign == end - 1, !hasSlash { signs -= 1 }
        if strictly { return hasSlash && text.cased[next].isASCIILower ? next : nil }
        switch last {
        case "-", "_", "=", "&": return next
        default: break
        }
        let isCapitalised = text.cased[next].isASCIIUpper && text.at(next + 1) == text.cased[safe: next + 1]
        let isAlone = end >= text.count || text.classes[end] == .newline
        if digits > 0, digits < end - next || isAlone { return next }
        if signs > 0 { return isCapitalised && !hasSlash ? nil : next }
        return isAlone && !isCapitalised ? next : nil
    }

    func isPathCharacter(_ index: Int) -> Bool {
        let scalar = text.at(index)
        if scalar.isASCIIAlphanumeric { return true }
        if scalar < 0x80 { return Self.pathSigns.contains(scalar) }
        return text.classes[index] == .letter && scalar < Self.imitatingScripts.upperBound
    }

    /// Scalars of letters that imitate Latin ones: Latin with accents, Greek, Cyrillic and Armenian.
    private static let imitatingScripts: Range<UInt32> = 0xC0..<0x590
    /// The largest number of blanks at the start of a line before its text.
    static let maxIndent = 4
    /// The number of characters of the next line in which a URL's continuation is looked for.
    private static let maxContinuation = 256
    private static let pathSigns = Set("-._~:/?#[]@!$&'()*+,;=%".unicodeScalars.map(\.value))
}

extension Array {
    subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// Tells bare domains such as `usps-help.top` from sentences without a blank between them, `Thanks.Me`, and file names, `report.zip`.
/// All limits were chosen on the development messages. The words are those of all languages.
extension EntityScanner {
    /// If messages glue the suffix to words, a label that consists of letters only needs at least this many letters.
    private static let minSiteBelowGlued = 8
    /// If the suffix is another everyday word, such a label needs at least this many letters.
    private static let minSiteBelowWord = 5
    /// A site of one letter may have a path if its suffix has at most this many letters: `t.me/x`, `x.com/y`.
    private static let maxSuffixOfLetter = 3

    /// - Parameters:
    ///   - written: the host as the text has it, with its case.
    ///   - labels: how many labels the host has, a public suffix such as `co.uk` counted as one.
    ///   - site: the label below the public suffix.
    ///   - hasPath: whether a port or path follows the host.
    func isPlausibleDomain(
        written: ArraySlice<UInt32>, labels: Int, site: Substring, topLevel: Substring, hasPath: Bool
    ) -> Bool {
        if hasPath { return site.utf8.count > 1 || topLevel.utf8.count <= Self.maxSuffixOfLetter }
        let end = written.suffix(topLevel.unicodeScalars.count)
        let before = written.dropLast(topLevel.unicodeScalars.count + 1)
        if let first = end.first, first.isASCIIUpper {
            // `HELP.COM` is a domain, while `now.Click` and `now.CLICK` are two sentences.
            if end.contains(where: \.isASCIILower) || before.contains(where: \.isASCIILower) { return false }
        }
        if Self.fileSuffixes.contains(topLevel) { return false }
        if site.utf8.count == 1 { return topLevel == "com" || topLevel == "co" }
        if site.unicodeScalars.contains(where: { !$0.value.isASCIILower }) { return true }
        if languages.has(WordKey(letters: site), in: .sentenceEnds) { return false }
        let suffix = WordKey(letters: topLevel)
        if languages.has(suffix, in: .gluedSuffixes), site.utf8.count < Self.minSiteBelowGlued || labels > 2 {
            return false
        }
        guard languages.has(suffix, in: .suffixWords) else { return true }
        return site.utf8.count >= Self.minSiteBelowWord && labels <= 3
    }

    /// Whether a top-level domain is also an everyday word or a file name's ending.
    func isWordLike(_ topLevel: Substring) -> Bool {
        let key = WordKey(letters: topLevel)
        return [.suffixWords, .gluedSuffixes, .sentenceEnds].contains { languages.has(key, in: $0) }
            || Self.fileSuffixes.contains(topLevel)
    }

    /// Top-level domains that are more often the ending of a file name than of a link.
    private static let fileSuffixes: Set<Substring> = ["zip", "mov", "md", "py", "rs", "sh", "ps", "so"]
}
