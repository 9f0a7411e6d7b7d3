import TextAnalysis

/// Lock screens and notification lists: cards with a title, its age at the right, and the text below.
enum NotificationRoles {
    // Distances are shares of the screen's width. They were chosen on the development pictures.

    /// A lock screen's clock is more than this many times as high as most text.
    private static let bigClock = 2.2
    /// The ages of notifications begin further right than this.
    private static let ageStart = 0.5
    /// An age that stands alone has at most this many words.
    private static let ageWords = 3
    /// The signs that stand between a title and an age.
    private static let separators = "•·-»+"
    /// A lock screen's date stands above the screen's height divided by this.
    private static let heightOverTop = 3
    /// That date has more words than this.
    private static let minDateWords = 2
    /// The margin between a notification's card and the screen's right side.
    private static let cardMargins = (least: 0.01, most: 0.08)
    /// The largest distance of an age from the right side of its card.
    private static let ageDistance = 0.1
    /// A block of at most this many fragments may be a control.
    private static let controlFragments = 2
    /// A title of at most this many words is a name. A longer title tells what the notification is about.
    private static let nameWords = 4
    /// Text of at most this many characters in a title's row is an icon.
    private static let iconLength = 2

    /// - Returns: whether the picture shows notifications; roles are given only if it does.
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
        // Pages that put people under time pressure show large clocks too, so a clock alone proves nothing.
        guard isList || clock != nil && (hasDate || !titles.isEmpty) else { return false }
        if let clock {
            // The date stands above or below the clock.
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
                || words.isControl(fragment.text) && block.fragments.count <= controlFragments
        }
        return true
    }

    /// Whether a day of the week stands in the middle of the screen's upper part.
    private static func hasDate(_ fragments: [Fragment], _ screen: Screen) -> Bool {
        fragments.contains {
            $0.core.maxY < screen.area.y + screen.area.height / heightOverTop
                && $0.words.count > minDateWords
                && screen.isCentred($0.core) && $0.height > screen.textHeight && $0.isTimestamp
        }
    }

    /// Whether some ages stand on surfaces that are almost as wide as the screen.
    private static func hasCards(_ ages: [Fragment], _ screen: Screen) -> Bool {
        ages.contains { age in
            guard let right = age.right else { return false }
            let margin = screen.area.maxX - right
            return margin > screen.share(cardMargins.least) && margin < screen.share(cardMargins.most)
                && age.core.maxX > right - screen.share(ageDistance)
        }
    }

    /// Whether the screen shows quick settings or the buttons below a list of notifications.
    private static func hasControls(_ fragments: [Fragment], _ words: ScreenWords) -> Bool {
        fragments.count { words.isControl($0.text) } > 1
    }

    /// The fragments that are ages, or titles that end in one.
    private static func titles(_ fragments: [Fragment], _ screen: Screen) -> [Fragment] {
        let start = screen.area.x + screen.share(ageStart)
        return fragments.filter { fragment in
            guard screen.words.endsInAge(fragment.text) else { return false }
            return fragment.core.x > start && fragment.words.count <= ageWords
                || fragment.words.count > ageWords && fragment.text.contains { separators.contains($0) }
        }
    }

    private static func markTitles(_ ages: [Fragment], _ screen: inout Screen) {
        var hasSender = false
        for row in ages.map(\.core).sorted(by: { $0.y < $1.y }) {
            for block in screen.blocks.indices {
                for index in screen.blocks[block].fragments.indices {
                    let fragment = screen.blocks[block].fragments[index]
                    guard fragment.core.isInRow(of: row), fragment.core.maxX <= row.maxX else { continue }
                    let isName = fragment.words.count { $0.text.contains(where: \.isLetter) } <= nameWords
                    if isName { screen.blocks[block].fragments[index].role = .chrome }
                    let isTitle = fragment.core != row || fragment.words.count > ageWords
                    if !hasSender, isTitle, fragment.text.count > iconLength, !fragment.isTimestamp {
                        screen.blocks[block].fragments[index].isSender = true
                        hasSender = true
                    }
                }
            }
        }
    }
}

/// Dialogs: one surface in the middle that holds most of the text, with space on either side.
enum PopUp {
    /// The width of the space left of the surface, as a share of the screen's width.
    private static let margins = 0.03...0.30
    /// The surface holds at least this share of the text.
    private static let minShare = 0.6
    /// Twice the largest distance of the surface's middle from the screen's middle, as a multiple of the line's height.
    private static let centreTolerance = 2

    static func isShown(_ screen: Screen) -> Bool {
        let fragments = screen.blocks.flatMap(\.fragments).filter { $0.role == .incoming }
        let all = fragments.reduce(0) { $0 + $1.text.utf8.count }
        let inside = fragments.reduce(0) { $0 + (isInside($1, screen) ? $1.text.utf8.count : 0) }
        return screen.isPhoneShaped && all > 0 && Double(inside) >= minShare * Double(all)
    }

    private static func isInside(_ fragment: Fragment, _ screen: Screen) -> Bool {
        guard let left = fragment.left, let right = fragment.right else { return false }
        let margin = Double(left - screen.area.x) / Double(screen.area.width)
        return margins.contains(margin)
            && abs(left + right - screen.area.middleX2) < centreTolerance * fragment.height
    }
}
