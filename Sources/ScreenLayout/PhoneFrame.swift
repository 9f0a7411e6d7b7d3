import TextAnalysis

/// Finds what the phone itself draws around an app: status bar, keyboard, navigation bar.
enum PhoneFrame {
    /// Status bars end above this, as a share of the screen's width: with a notch 0.14.
    private static let statusBar = 0.15
    /// A status bar is one row of few letters with a clock in it.
    private static let statusLetters = 28
    /// Keyboards lie below this share of the screen's height.
    private static let keyboardTop = 0.4
    /// Fewer lone letters than this make no keyboard: most keys aren't read.
    private static let fewestKeys = 4
    /// A row of keys is followed by the next within this share of the width.
    private static let keyPitch = 0.2
    /// Shares of the width: how near the screen's end the lowest row of keys begins, and how far above it the others and
    /// the suggestions do.
    private static let lowestRow = 0.36
    private static let keys = 0.42
    private static let keyboard = 0.56
    /// Navigation bars: nothing but icons below this share of the height.
    private static let navigationBar = 0.94

    static func mark(_ screen: inout Screen) {
        markIcons(&screen)
        markStatusBar(&screen)
        markKeyboard(&screen)
        let limit = screen.area.y + Int(navigationBar * Double(screen.area.height))
        if screen.isPhoneShaped {
            screen.mark(.chrome) { block, fragment in
                fragment.core.y >= limit && !block.isBubble && fragment.isShort
            }
        }
    }

    /// Solid shapes that were read as a character or two: nothing but ink, without paper around.
    private static func markIcons(_ screen: inout Screen) {
        for index in screen.blocks.indices {
            let block = screen.blocks[index]
            guard block.fragments.count == 1, block.fragments[0].isShort else { continue }
            // The side of something, read as a letter.
            if block.text.count == 1, block.box.width * 8 < block.box.height,
                block.box.height * 2 > screen.textHeight * 3
            {
                screen.blocks[index].role = .chrome
            }
            guard let enclosure = block.enclosure else { continue }
            let margin = max(2, block.lineHeight / 5)
            let isSquare = enclosure.width * 4 < enclosure.height * 5
            if isSquare || block.text.count == 1, enclosure.width <= block.box.width + 2 * margin,
                enclosure.height <= block.box.height + 2 * margin
            {
                screen.blocks[index].role = .chrome
            }
        }
    }

    private static func markStatusBar(_ screen: inout Screen) {
        let limit = screen.area.y + screen.share(statusBar)
        let top = screen.blocks.lazy.flatMap(\.fragments).filter { $0.core.maxY <= limit }
        let clock =
            top.first { $0.words.contains { ScreenWords.isClock($0.text) } }
            ?? top.first { $0.words.contains { ScreenWords.isShare($0.text) } && $0.words.count < 5 }
        guard let clock,
            clock.height * 10 < screen.textHeight * 16
        else { return }
        let band = clock.core
        let row = top.filter {
            $0.core.overlapY(band) > 0 || $0.isShort && $0.core.y < band.maxY + band.height / 2
        }
        let letters = row.reduce(0) { $0 + $1.text.count(where: \.isLetter) }
        let isAtEnd = clock.core.x > screen.area.x + screen.share(0.6)
        let isAlone = row.count == 1 && (clock.words.count <= 2 || clock.isTimestamp || isAtEnd)
        let isSpread = row.count > 1
        let isOfParagraph = screen.blocks.contains {
            $0.fragments.contains { $0.core == band }
                && ($0.isBubble && $0.fragments.count > 1 && $0.extent.width * 8 < screen.area.width * 7
                    || !$0.fragments.allSatisfy { $0.core.overlapY(band) > 0 })
        }
        // A message with its time, at the top of a cut-out picture.
        if let left = clock.left, let right = clock.right, right - left < screen.share(0.6) {
            let isInRow = row.contains { $0.core != band && $0.core.x >= left && $0.core.maxX <= right }
            if isInRow || isAlone && !screen.isPhoneShaped { return }
        }
        guard letters <= statusLetters, isAlone || isSpread, !isOfParagraph else { return }
        let bottom = row.map(\.core.maxY).max() ?? band.maxY
        screen.mark(.chrome) { _, fragment in
            fragment.core.maxY <= bottom && fragment.core.middleY2 < band.maxY * 2 + band.height
        }
        screen.top = max(screen.top, band.maxY)
    }

    /// Most keys aren't read. Where the lowest row's are, what lies above them is keys too.
    private static func markKeyboard(_ screen: inout Screen) {
        let end = screen.area.maxY - screen.share(lowestRow)
        let wide = screen.blocks.flatMap(\.fragments).filter { fragment in
            fragment.core.y > end && fragment.core.y > screen.area.middleY2 / 2
                && screen.words.isWideKey(fragment.text)
        }
        for key in wide
        where wide.contains(where: { $0.core.overlapY(key.core) > 0 && $0.core.x > key.core.maxX }) {
            let top = key.core.y - screen.share(keys)
            let suggestions = key.core.y - screen.share(keyboard)
            screen.mark(.chrome) { block, fragment in
                fragment.core.y > top
                    || fragment.core.y > suggestions && fragment.text.count <= 14 && !block.isBubble
            }
            screen.bottom = min(screen.bottom, top)
            return
        }
        markKeys(&screen)
    }

    private static func markKeys(_ screen: inout Screen) {
        let limit = screen.area.y + Int(keyboardTop * Double(screen.area.height))
        let below = screen.blocks.flatMap(\.fragments).filter { $0.core.y > limit }
            .sorted { $0.core.middleY2 > $1.core.middleY2 }
        var keys: [Box] = []
        var rows = 0
        var top: Int?
        for fragment in below where fragment.role == .incoming {
            // Rows of keys lie close together; what is farther up is something else.
            if let top, fragment.core.maxY < top - screen.share(keyPitch) { break }
            guard isKeys(fragment, screen.words) else { continue }
            if top.map({ fragment.core.maxY < $0 }) ?? true { rows += 1 }
            top = min(top ?? Int.max, fragment.core.y)
            keys += fragment.words.flatMap { word in
                screen.words.isKeyRow(fragment.text)
                    ? Array(repeating: word.box, count: fewestKeys) : [word.box]
            }
        }
        let width = keys.map(\.maxX).max().map { $0 - (keys.map(\.x).min() ?? 0) } ?? 0
        guard let top, keys.count >= fewestKeys, rows > 1, width > screen.share(0.4) else { return }
        screen.mark(.chrome) { _, fragment in fragment.core.maxY > top }
        screen.bottom = min(screen.bottom, top)
        // Suggestions: two or three words side by side above the keys.
        let near = top - screen.share(0.2)
        let suggestions = below.filter { $0.core.maxY <= top && $0.core.y > near && $0.text.count <= 14 }
        let row = suggestions.filter { $0.core.overlapY(suggestions[0].core) > 0 }
        guard row.count > 1 || row.contains(where: { $0.words.count > 1 && isSpread($0) }) else { return }
        let band = row[0].core
        screen.mark(.chrome) { block, fragment in
            !block.isBubble && fragment.core.overlapY(band) > 0
        }
        screen.bottom = min(screen.bottom, band.y)
    }

    /// A key or a row of keys.
    private static func isKeys(_ fragment: Fragment, _ words: ScreenWords) -> Bool {
        words.isKeyRow(fragment.text)
            || fragment.words.allSatisfy {
                $0.text.count == 1 && $0.text.allSatisfy { $0.isLetter || $0.isNumber }
            }
    }

    private static func isSpread(_ fragment: Fragment) -> Bool {
        zip(fragment.words, fragment.words.dropFirst()).allSatisfy {
            $1.box.x - $0.box.maxX > 2 * fragment.height
        }
    }
}
