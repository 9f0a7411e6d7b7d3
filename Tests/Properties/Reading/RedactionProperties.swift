import Imaging
import Redaction
import TestSupport
import TextAnalysis

/// Checks that whatever was read on whatever picture, what is personal is covered, and nothing but that is changed. A property that
/// doesn't hold ends the process.
package struct RedactionProperties: Sendable {
    private static let maxLines = 40
    private static let maxWords = 7
    /// A picture takes a hundredth of it, but far longer beside others on a busy machine. The fuzzer has a limit of its own.
    private static let timeLimit = Duration.seconds(60)
    private static let decoder = ImageDecoder()
    private static let analyzer = TextAnalyzer(
        suffixes: PublicSuffixList(), confusables: Confusables(), languages: ShippedLanguages.all)
    private static let words = PersonalWords(
        ShippedLanguages.all, vocabulary: KnownWords(), lists: ShippedLanguages.wordLists)

    private let samples: [Sample]

    /// - Parameter samples: bytes of the images from which collages are made.
    package init(samples: [[UInt8]]) throws {
        self.samples = try samples.map { try Sample($0) }
    }

    package func check(_ bytes: [UInt8]) {
        var choices = Choices(bytes[...])
        let options = RedactionOptions(rawValue: choices.number(0..<4))
        let frame = (layout: OCRLayout.allCases[choices.number(0..<6)], scale: choices.number(1..<4))
        // The lines are chosen first, because the collage uses all bytes that are left.
        let rows = Self.rows(&choices)
        let evidence = (0..<choices.number(0..<4)).map { _ in choices.box(width: 256, height: 256) }
        let named = choices.number(0..<64)..<choices.number(64..<128)
        let collage = Collage(by: &choices, of: samples)
        var transcript = Self.transcript(rows, on: collage)
        transcript.layout = frame.layout
        // A large picture is covered in another size than it was read.
        transcript = transcript.scaled(
            toWidth: collage.width * frame.scale, height: collage.height * frame.scale)
        var all = transcript
        for line in all.lines.indices { all.lines[line].role = .incoming }
        let start = ContinuousClock.now
        let items = PersonalItems(
            transcript, Self.analyzer.analyze(all), organisations: [named], words: Self.words,
            options: options)
        let plan = items.plan(
            evidence: evidence.map { Box(x: $0.x, y: $0.y, width: $0.width, height: $0.height) },
            frame: 1, options: options)
        Self.check(plan, of: transcript, options)
        let image = collage.file
        guard let picture = try? PictureRedactor.redact(image, plan, Self.decoder) else {
            preconditionFailure("a picture that was drawn can't be covered")
        }
        precondition(ContinuousClock.now - start < Self.timeLimit)
        precondition(PNGStructure.isBare(picture.png, width: collage.width, height: collage.height))
        precondition(plan.counts.allSatisfy { picture.counts[$0.key] ?? 0 >= $0.value })
        Self.check(picture, plan, image, scale: frame.scale)
    }

    // MARK: The plan

    /// What anybody sees to be personal is covered, and so are the owner's words where that is asked for.
    private static func check(
        _ plan: RedactionPlan, of transcript: Transcript, _ options: RedactionOptions
    ) {
        for line in transcript.lines {
            for word in line.words {
                let isHidden = plan.hidden.contains { $0.box.union(word.box) == $0.box }
                precondition(isHidden || !personal.contains(word.text))
                precondition(isHidden || !options.contains(.own) || line.role != .outgoing)
            }
        }
        for box in plan.shown + plan.hidden.map(\.box) {
            precondition(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
            precondition(box.x + box.width <= plan.width && box.y + box.height <= plan.height)
        }
        precondition(plan.counts.values.allSatisfy { $0 > 0 })
    }

    // MARK: The picture

    /// Every pixel of what is covered has the covering colour, and every other one has that or its own.
    private static func check(
        _ picture: RedactedPicture, _ plan: RedactionPlan, _ image: [UInt8], scale: Int
    ) {
        guard let before = try? decoder.decode(image), let after = try? decoder.decode(picture.png) else {
            preconditionFailure("no picture")
        }
        let cover = PictureRedactor.color
        let grey = (299 * Int(cover.0) + 587 * Int(cover.1) + 114 * Int(cover.2) + 500) / 1_000
        func isCovered(_ x: Int, _ y: Int) -> Bool { abs(Int(after[x, y]) - grey) <= 1 }
        for y in 0..<picture.height {
            for x in 0..<picture.width { precondition(isCovered(x, y) || after[x, y] == before[x, y]) }
        }
        for box in plan.hidden.map(\.box) {
            for y in box.y / scale..<(box.y + box.height + scale - 1) / scale {
                for x in box.x / scale..<(box.x + box.width + scale - 1) / scale {
                    precondition(isCovered(x, y))
                }
            }
        }
    }

    // MARK: The reading

    /// Words that are covered wherever they stand.
    private static let personal: Set<String> = [
        "anna.schmidt@mail.example", "<ravi@post.example>", "DE89370400440532013000", "4539148803436467",
        "+447700900461", "JD014600004911286",
    ]
    private static let texts =
        personal.sorted() + [
            "Dear", "Anna", "Schmidt,", "From:", "To", "9:41", "84%", "now", "Today", "12/03/2025",
            "$1,250.00",
            "https://pay.example/12345678", "https://", "pay", "the", "fee", "for", "your", "parcel",
            "Hauptstraße",
            "12", "High", "Street", "SW1A", "1AA", "481", "902", "555", "0132", "+44", "Reply", "online", "|",
            "•",
            "@mira", "mira_lund", "王芳", "请点击", "محمد", "e\u{301}", "\u{200F}", "👍🏽", "WhatsApp", "OK", "a",
            ".",
            "@", "@@", "a@", "x.y@z", "AD", "Dr", "İ", "ß", "Straße", "10115", "Berlin", "I", "is", "not",
            "Mum!",
        ]

    private static func rows(_ choices: inout Choices) -> [(x: Int, y: Int, line: Transcript.Line)] {
        var block = 0
        return (0..<choices.number(0..<maxLines)).map { _ in
            let (x, y, height) = (choices.byte(), choices.byte(), choices.number(1..<40))
            let role = LineRole.allCases[choices.number(0..<LineRole.allCases.count)]
            block += choices.number(0..<2)
            var left = 0
            let words = (0...choices.number(0..<maxWords)).map { _ in
                left += choices.number(0..<20)
                let width = choices.number(1..<80)
                defer { left += width }
                return Transcript.Word(
                    text: texts[choices.number(0..<texts.count)], confidence: Double(choices.byte()) / 255,
                    box: Box(x: left, y: 0, width: width, height: height))
            }
            return (x, y, Transcript.Line(words: words, role: role, block: block))
        }
    }

    private static func transcript(
        _ rows: [(x: Int, y: Int, line: Transcript.Line)], on collage: Collage
    ) -> Transcript {
        let (width, height) = (collage.width, collage.height)
        let lines = rows.map { row in
            var line = row.line
            for index in line.words.indices {
                var box = line.words[index].box
                box.x = min(width - 1, row.x * width / 256 + box.x)
                box.y = row.y * height / 256
                box.width = min(box.width, width - box.x)
                box.height = min(box.height, height - box.y)
                line.words[index].box = box
            }
            return line
        }
        let transcript = Transcript(
            lines: lines, width: width, height: height, languages: ["eng"],
            senderLine: rows.firstIndex { $0.line.role == .chrome })
        transcript.checkSoundness()
        return transcript
    }
}
