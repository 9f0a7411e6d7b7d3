package import Imaging
package import TextAnalysis

/// Lays out a screenshot's lines: whose words a line holds, which lines belong together, in which order a person reads them,
/// and who sent the message. It goes by the lines' boxes and by the greys around them. A line stays `incoming` unless it is
/// surely something else.
package enum ScreenLayout {
    /// The largest number of lines that are laid out. It bounds the time for pictures that aren't screens.
    static let maxLines = 2_000

    /// Cuts lines apart, gives them roles and blocks, sorts them, and finds the kind of screen, the sender and the address.
    package static func arrange(
        _ transcript: inout Transcript, on bitmap: borrowing Bitmap, knowing words: ScreenWords
    ) {
        guard !transcript.lines.isEmpty, transcript.lines.count <= maxLines else { return }
        let (width, height) = (bitmap.width, bitmap.height)
        let lines = transcript.lines
        let arranged = bitmap.withPixels { pixels in
            arrange(lines, PixelProbe(pixels: pixels, width: width, height: height), words)
        }
        transcript.lines = []
        transcript.layout = arranged.layout
        var number = -1
        for block in arranged.blocks {
            var role: LineRole?
            for fragment in block.fragments {
                if fragment.role != role { number += 1 }
                role = fragment.role
                if fragment.isSender { transcript.senderLine = transcript.lines.count }
                if fragment.isAddress { transcript.addressLine = transcript.lines.count }
                // Apps write how old a message is beside the name.
                let age = fragment.isSender ? words.age(endOf: fragment.words.map(\.text)) : 0
                for part in [fragment.words.dropLast(age), fragment.words.suffix(age)] where !part.isEmpty {
                    transcript.lines.append(
                        Transcript.Line(words: Array(part), role: fragment.role, block: number))
                }
            }
        }
    }

    private static func arrange(
        _ lines: [Transcript.Line], _ probe: PixelProbe, _ words: ScreenWords
    ) -> (layout: OCRLayout, blocks: [Block]) {
        let cutter = LineCutter(probe: probe, screenWords: words)
        let fragments = lines.enumerated().flatMap { cutter.fragments(of: $1, number: $0) }
        let blocks = BlockBuilder(probe: probe, screenWords: words).blocks(fragments)
        var screen = Screen(blocks: blocks, area: ScreenArea.find(probe), words: words)
        PhoneFrame.mark(&screen)
        let framed = screen
        var layout = layout(&screen)
        screen.judgeProse()
        if !screen.hasEvidence, framed.hasEvidence {
            // A screen whose text would all go unjudged was taken for something else than it is.
            (screen, layout) = (framed, .plain)
        }
        let order = ReadingOrder(
            gutter: ReadingOrder.gutter * screen.textHeight, isRightToLeft: isRightToLeft(fragments))
        return (layout, order.sorted(screen.blocks))
    }

    private static func layout(_ screen: inout Screen) -> OCRLayout {
        if MailRoles.assign(&screen) { return .email }
        if NotificationRoles.assign(&screen) { return .notification }
        if BrowserRoles.assign(&screen) { return .webPage }
        if ChatRoles.assign(&screen) { return .chat }
        return PopUp.isShown(screen) ? .popUp : .plain
    }

    /// The blocks of Unicode from Hebrew to Arabic Extended, whose letters run from right to left.
    private static let rightToLeft: ClosedRange<UInt32> = 0x590...0x8FF

    private static func isRightToLeft(_ fragments: [Fragment]) -> Bool {
        var (right, left) = (0, 0)
        for scalar in fragments.lazy.flatMap(\.text.unicodeScalars) where scalar.properties.isAlphabetic {
            if rightToLeft.contains(scalar.value) { right += 1 } else { left += 1 }
        }
        return right > left
    }
}
