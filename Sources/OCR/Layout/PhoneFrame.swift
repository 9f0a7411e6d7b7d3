import TextAnalysis

/// Finds the bars that the phone itself draws around an app: status bar, keyboard, navigation bar.
enum PhoneFrame {
    // Distances are shares of the screen's width unless they say otherwise. They were chosen on the development pictures.

    /// Status bars end above this place. With a notch they end at 0.14.
    private static let statusBar = 0.15
    /// The largest number of letters in a status bar.
    private static let statusLetters = 28
    /// A status bar's clock is less than 16/10 as high as most text.
    private static let clockHeight = (times: 16, over: 10)
    /// A line with a battery's charge stands for a clock that wasn't read if it has at most this many words.
    private static let chargeWords = 4
    /// A clock that stands alone in its row has at most this many words.
    private static let clockWords = 2
    /// A status bar's only word stands at the right end if it begins further right than this.
    private static let rightEnd = 0.6
    /// A surface narrower than this is a bubble and not a status bar.
    private static let bubbleWidth = 0.6
    /// A bubble with a clock in its text is less than 7/8 as wide as the screen.
    private static let paragraphWidth = (times: 7, over: 8)
    /// The largest distance of the keyboard's lowest row from the screen's end, and the largest distances of the other rows
    /// (`keys`) and of the suggestions (`keyboard`) from that row.
    private static let lowestRow = 0.36
    private static let keys = 0.42
    private static let keyboard = 0.56
    private static let suggestionLength = 14
    /// Navigation bars begin at this place, as a share of the screen's height. Below it, short text is an icon.
    private static let navigationBar = 0.94
    /// An icon's surface is less than 5/4 as wide as high.
    private static let iconShape = (times: 5, over: 4)
    /// The height of a line divided by the largest margin between an icon and its enclosure. A margin of `minMargin` pixels is
    /// always allowed.
    private static let heightOverMargin = 5
    private static let minMargin = 2

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

    /// Marks icons as chrome: solid shapes that were read as a character or two, with no margin around them.
    private static func markIcons(_ screen: inout Screen) {
        for index in screen.blocks.indices {
            let block = screen.blocks[index]
            guard block.fragments.count == 1, block.fragments[0].isShort else { continue }
            guard let enclosure = block.enclosure else { continue }
            let margin = max(minMargin, block.lineHeight / heightOverMargin)
            let isSquare = enclosure.width * iconShape.over < enclosure.height * iconShape.times
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
            ?? top.first {
                $0.words.contains { ScreenWords.isShare($0.text) } && $0.words.count <= chargeWords
            }
        guard let clock,
            clock.height * clockHeight.over < screen.textHeight * clockHeight.times
        else { return }
        let band = clock.core
        let row = top.filter {
            $0.core.overlapY(band) > 0 || $0.isShort && $0.core.y < band.maxY + band.height / 2
        }
        let letters = row.reduce(0) { $0 + $1.text.count(where: \.isLetter) }
        let isAtEnd = clock.core.x > screen.area.x + screen.share(rightEnd)
        let isAlone = row.count == 1 && (clock.words.count <= clockWords || clock.isTimestamp || isAtEnd)
        let isSpread = row.count > 1
        let isOfParagraph = screen.blocks.contains {
            $0.fragments.contains { $0.core == band }
                && ($0.isBubble && $0.fragments.count > 1
                    && $0.extent.width * paragraphWidth.over < screen.area.width * paragraphWidth.times
                    || !$0.fragments.allSatisfy { $0.core.overlapY(band) > 0 })
        }
        // On a part of a screen the clock may be the time of a message at its top.
        if let left = clock.left, let right = clock.right, right - left < screen.share(bubbleWidth) {
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

    /// Marks the keyboard as chrome. Most keys aren't read, but if those of the lowest row are, keys lie above them too.
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
                    || fragment.core.y > suggestions && fragment.text.count <= suggestionLength
                        && !block.isBubble
            }
            screen.bottom = min(screen.bottom, top)
            return
        }
    }
}

/// Finds the screen on pictures with a frame around it. A frame has one grey and straight sides.
enum ScreenArea {
    /// About this many rows or columns are looked at, enough to see a straight side.
    private static let lanes = 96
    /// A frame's pixels differ by at most this many grey levels.
    private static let tolerance = 4
    /// The frame's inner side is where at least this share of the lanes leaves the frame.
    private static let sideShare = 0.6
    /// At most this share of the lanes may leave the frame before its inner side.
    private static let dirtShare = 0.02
    /// The sides of a scaled picture may be blurred over this many pixels.
    private static let blur = 3
    /// The largest width of a frame on one side, as a share of the picture's width or height. A phone's screen in the middle of
    /// a wide picture has frames of 0.35 at both sides.
    private static let widestFrame = 0.45

    static func find(_ probe: PixelProbe) -> Box {
        let left = frame(probe.height, probe.width) { lane, position in probe.grey(position, lane) }
        let right = frame(probe.height, probe.width) { probe.grey(probe.width - 1 - $1, $0) }
        // A frame goes all around, unlike a status bar's ground.
        guard left > 0, right > 0 else { return Box(x: 0, y: 0, width: probe.width, height: probe.height) }
        let columns = left..<(probe.width - right)
        let top = frame(columns.count, probe.height) { probe.grey(columns.lowerBound + $0, $1) }
        let bottom = frame(columns.count, probe.height) {
            probe.grey(columns.lowerBound + $0, probe.height - 1 - $1)
        }
        return Box(x: left, y: top, width: columns.count, height: probe.height - top - bottom)
    }

    /// Returns the width of the frame at one border of the picture; 0 if there is none.
    private static func frame(
        _ laneCount: Int, _ positions: Int, _ grey: (_ lane: Int, _ position: Int) -> Int
    ) -> Int {
        let step = max(1, laneCount / lanes)
        let chosen = Array(stride(from: step / 2, to: laneCount, by: step))
        let level = grey(laneCount / 2, 0)
        var left: Int?
        for position in 0..<Int(widestFrame * Double(positions)) {
            let away = Double(chosen.count { abs(grey($0, position) - level) > tolerance })
            if away >= sideShare * Double(chosen.count) { return position }
            if away > dirtShare * Double(chosen.count) { left = left ?? position }
            // A straight side leaves the frame on nearly all lanes within the blur.
            if let left, position - left > blur { return 0 }
        }
        return 0
    }
}
