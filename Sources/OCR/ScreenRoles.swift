import TextAnalysis

/// Tells the phone's own furniture and the owner's own words from the other party's, as far as places alone can.
enum ScreenRoles {
    /// Height over width of phone screens; what is taller is a scroll capture, what is wider a crop or a page.
    private static let screenShape = 1.6...2.5
    /// Status bars take 3 to 6 % of a phone screen's height, navigation bars and home indicators 2 to 6 %.
    private static let statusBarShare = 0.045
    private static let navigationBarShare = 0.03
    /// Where, as shares of the width, a line begins and ends that must stand in a bubble on the right. On 47 lines
    /// of rendered outgoing and 752 of incoming messages these found 27 and none.
    private static let outgoingStart = 0.35
    private static let outgoingEnd = 0.8
    /// Some other line must begin left of this, or the picture may be the right part of something.
    private static let incomingStart = 0.25

    static func assign(_ lines: inout [Transcript.Line], width: Int, height: Int) {
        guard screenShape.contains(Double(height) / Double(width)) else { return }
        let statusBar = Int(statusBarShare * Double(height))
        let bottom = height - Int(navigationBarShare * Double(height))
        // Without a clock the top line may be the message's own, in a cropped picture.
        let hasStatusBar = lines.contains { isWithin($0.box, statusBar) && $0.words.contains(where: isClock) }
        let hasLeftSide = lines.contains { Double($0.box.x) < incomingStart * Double(width) }
        for index in lines.indices {
            let box = lines[index].box
            if (hasStatusBar && isWithin(box, statusBar)) || box.y >= bottom {
                lines[index].role = .chrome
            } else if hasLeftSide, Double(box.x) > outgoingStart * Double(width),
                Double(box.x + box.width) > outgoingEnd * Double(width)
            {
                lines[index].role = .outgoing
            }
        }
    }

    private static func isWithin(_ box: Box, _ statusBar: Int) -> Bool { box.y + box.height <= statusBar }

    /// One or two digits, a colon or full stop, two digits; what follows doesn't matter (`9:41`, `09.41Uhr`).
    private static func isClock(_ word: Transcript.Word) -> Bool {
        let bytes = Array(word.text.utf8.prefix(5))
        guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }),
            mark == 1 || mark == 2, bytes.count >= mark + 3
        else { return false }
        let digits = bytes[..<mark] + bytes[(mark + 1)...(mark + 2)]
        return digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
