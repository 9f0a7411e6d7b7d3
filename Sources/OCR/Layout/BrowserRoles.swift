import TextAnalysis

/// Pages in a browser: the address in a bar at the top or the bottom, and the page.
enum BrowserRoles {
    /// An address bar at the top ends at most this far below the screen's top, as a share of the screen's width.
    private static let topBar = 0.32
    /// An address bar at the bottom begins at least this far down, as a share of the screen's height.
    private static let bottomBar = 0.80
    /// The smallest width of an address bar at the bottom, as a share of the screen's width.
    private static let narrowest = 0.4
    /// Text of at most this many characters beside the address is an icon.
    private static let iconLength = 3
    /// A word of at most this many characters before the address may be the lock icon.
    private static let lockLength = 2

    /// - Returns: whether the picture shows a browser; roles are given only if it does.
    static func assign(_ screen: inout Screen) -> Bool {
        guard let (block, index) = address(screen) else { return false }
        let bar = screen.blocks[block].fragments[index].core
        screen.blocks[block].cutAddress(at: index, knowing: screen.words)
        screen.mark(.chrome) { _, fragment in
            !fragment.isAddress && fragment.text.count <= iconLength
                && fragment.core.isInRow(of: bar)
        }
        return true
    }

    private static func address(_ screen: Screen) -> (block: Int, fragment: Int)? {
        let top = screen.area.y + screen.share(topBar)
        let bottom = screen.area.y + Int(bottomBar * Double(screen.area.height))
        let isBelowStatusBar = screen.top > screen.area.y
        var found: (block: Int, fragment: Int)?
        for (block, content) in screen.blocks.enumerated() where content.role == .incoming {
            for (index, fragment) in content.fragments.enumerated() {
                let isAtTop = fragment.core.maxY < top && (isBelowStatusBar || !content.isBubble)
                let isAtBottom = screen.isPhoneShaped && fragment.core.y > bottom
                guard isAtTop || isAtBottom, isAddress(fragment),
                    content.fragments.count(where: { !$0.isShort }) == 1
                else {
                    continue
                }
                // Bubbles stand at one side, whereas an address bar stands in the middle.
                guard let enclosure = content.enclosure,
                    isAtTop || enclosure.width > screen.share(narrowest),
                    isAtTop || !content.isBubble || screen.isCentred(enclosure)
                else { continue }
                if isAtTop { return (block, index) }
                found = found ?? (block, index)
            }
        }
        return found
    }

    /// Whether a line is one word that could be a host with a path, and nothing else but a lock that was read as letters.
    static func isAddress(_ fragment: Fragment) -> Bool {
        let words = fragment.words.map(\.text)
        guard let word = words.max(by: { $0.utf8.count < $1.utf8.count }),
            words.allSatisfy({ $0 == word || $0.count <= lockLength })
        else { return false }
        let host =
            word.split(separator: "/", omittingEmptySubsequences: true).first { !$0.hasSuffix(":") } ?? ""
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, last.count > 1, last.first?.isLetter == true else {
            return false
        }
        return !word.contains("@")
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.unicodeScalars.allSatisfy { scalar in
                        !scalar.isASCII || scalar == "-" || ("0"..."9").contains(scalar)
                            || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                    }
            }
    }
}

extension Block {
    /// Sets the address apart from the characters that the lock before it was read as.
    fileprivate mutating func cutAddress(at index: Int, knowing screenWords: ScreenWords) {
        let address = fragments[index]
        let longest = address.words.map(\.text.utf8.count).max() ?? 0
        let rest = address.words.filter { $0.text.utf8.count < longest }
        let words = address.words.filter { $0.text.utf8.count == longest }
        if !rest.isEmpty, !words.isEmpty {
            fragments[index] = Fragment(
                words: words, role: .incoming, line: address.line, knowing: screenWords)
            fragments.insert(
                Fragment(words: rest, role: .chrome, line: address.line, knowing: screenWords), at: index)
        }
        let place = rest.isEmpty ? index : index + 1
        fragments[place].isAddress = true
    }
}
