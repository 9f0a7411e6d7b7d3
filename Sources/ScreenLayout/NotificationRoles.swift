import TextAnalysis

/// Lock screens and notification lists: cards with a title, its age at the right, and the text below.
enum NotificationRoles {
    /// Lock screens' clocks are taller than text by this factor.
    private static let bigClock = 2.2
    /// Ages stand right of this share of the width.
    private static let ageStart = 0.5

    /// - Returns: whether the picture shows notifications; only then are roles given.
    static func assign(_ screen: inout Screen) -> Bool {
        let fragments = screen.blocks.flatMap(\.fragments)
        let clock = fragments.first {
            Double($0.height) > bigClock * Double(screen.textHeight) && $0.words.count <= 2
                && $0.words.contains { ScreenWords.isClock($0.text) } && screen.isCentred($0.core)
        }
        let titles = titles(fragments, screen)
        let hasDate = hasDate(fragments, screen)
        let isList =
            screen.isPhoneShaped && !titles.isEmpty
            && (hasDate || hasControls(fragments, screen.words) || hasCards(titles, screen))
        // Pages that press for time show large clocks too.
        guard isList || clock != nil && (hasDate || !titles.isEmpty) else { return false }
        if let clock {
            // The date stands above or below it.
            screen.mark(.chrome) { _, fragment in
                let distance = max(fragment.core.y - clock.core.maxY, clock.core.y - fragment.core.maxY)
                return fragment.core == clock.core
                    || (fragment.isTimestamp || fragment.isShort) && distance < clock.height
            }
        }
        markTitles(titles, &screen)
        let controls = screen.blocks.flatMap(\.fragments).filter { $0.role == .chrome }.map(\.core)
        screen.mark(.chrome) { _, fragment in
            fragment.isShort && controls.contains { $0.overlapY(fragment.core) * 2 > fragment.core.height }
        }
        let words = screen.words
        screen.mark(.chrome) { block, fragment in
            words.isButton(fragment.text)
                || words.isControl(fragment.text) && block.fragments.count < 3
        }
        return true
    }

    /// A day of the week in the middle above everything else.
    private static func hasDate(_ fragments: [Fragment], _ screen: Screen) -> Bool {
        fragments.contains {
            $0.core.maxY < screen.area.y + screen.area.height / 3 && $0.words.count > 2
                && screen.isCentred($0.core) && $0.height > screen.textHeight && $0.isTimestamp
        }
    }

    /// Ages that stand in surfaces almost as wide as the screen.
    private static func hasCards(_ ages: [Fragment], _ screen: Screen) -> Bool {
        ages.contains { age in
            guard let right = age.right else { return false }
            let margin = screen.area.maxX - right
            return margin > screen.share(0.01) && margin < screen.share(0.08)
                && age.core.maxX > right - screen.share(0.1)
        }
    }

    /// Quick settings, or the buttons below the list.
    private static func hasControls(_ fragments: [Fragment], _ words: ScreenWords) -> Bool {
        fragments.count { words.isControl($0.text) } > 1
    }

    /// Ages, and the rows they end.
    private static func titles(_ fragments: [Fragment], _ screen: Screen) -> [Fragment] {
        let start = screen.area.x + screen.share(ageStart)
        return fragments.filter { fragment in
            guard screen.words.endsInAge(fragment.text) else { return false }
            return fragment.core.x > start && fragment.words.count <= 3
                || fragment.words.count > 3 && fragment.text.contains { "•·-»+".contains($0) }
        }
    }

    private static func markTitles(_ ages: [Fragment], _ screen: inout Screen) {
        var rows: [Box] = []
        for age in ages { rows.append(age.core) }
        rows.sort { $0.y < $1.y }
        var hasSender = false
        for row in rows {
            for block in screen.blocks.indices {
                for index in screen.blocks[block].fragments.indices {
                    let fragment = screen.blocks[block].fragments[index]
                    let isBeside = fragment.core.overlapY(row) * 2 > min(row.height, fragment.core.height)
                    guard isBeside, fragment.core.maxX <= row.maxX else { continue }
                    // A title of many words says what it is about rather than who sent it.
                    let isName = fragment.words.count { $0.text.contains(where: \.isLetter) } <= 4
                    if isName { screen.blocks[block].fragments[index].role = .chrome }
                    let isTitle = fragment.core != row || fragment.words.count > 3
                    if !hasSender, isTitle, fragment.text.count > 2, !fragment.isTimestamp {
                        screen.blocks[block].fragments[index].isSender = true
                        hasSender = true
                    }
                }
            }
        }
    }
}
