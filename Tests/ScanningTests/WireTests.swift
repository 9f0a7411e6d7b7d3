import Imaging
import OCR
import SystemSupport
import Redaction
import TestSupport
import Testing
import TextAnalysis

@testable import Scanning

@Suite("Messages between the server and its workers")
struct WireTests {
    private let limits = ImageLimits()
    private let request = WorkerRequest(
        number: 7, languages: ["eng", "deu"], timeLimit: .milliseconds(1_500))

    private var transcript: Transcript {
        func word(_ text: String, _ x: Int) -> Transcript.Word {
            Transcript.Word(text: text, confidence: 0.9371, box: Box(x: x, y: 40, width: 30, height: 12))
        }
        let unsure = Transcript.Word(
            text: "paypal.com", confidence: 0.8, box: Box(x: 1, y: 2, width: 3, height: 4),
            otherReadings: [.init(text: "paypaI.com", odds: 0.4), .init(text: "paypai.c0m", odds: 0.1)])
        var transcript = Transcript(
            lines: [
                Transcript.Line(words: [word("9:41", 1)], role: .chrome),
                Transcript.Line(words: [word("grüß", 10), word("👍🏽", 60)], role: .incoming),
                Transcript.Line(
                    words: [word("bank.example", 80).corrected(to: "bänk.example")], role: .system, block: 3),
                Transcript.Line(words: [word("ok", 90), unsure], role: .outgoing, block: 4),
            ], width: 120, height: 52, languages: request.languages, layout: .webPage, senderLine: 0,
            addressLine: 2)
        transcript.codes = [
            code("https://garden-desk.org/ü", Box(x: 0, y: 0, width: 50, height: 52)),
            code("4006381333931", Box(x: 60, y: 2, width: 60, height: 9)),
        ]
        transcript.unread = [.init(box: Box(x: 4, y: 30, width: 80, height: 20), letters: 12)]
        return transcript
    }

    private func code(_ payload: String, _ box: Box) -> Transcript.Code {
        Transcript.Code(symbology: payload.hasPrefix("4") ? .ean : .qr, payload: payload, box: box)
    }

    private var answers: [WorkerAnswer] {
        let errors: [ImagingError] = [
            .empty, .unsupportedFormat(detected: nil), .unsupportedFormat(detected: "heic"),
            .unsupportedFeature(.tiff, feature: "bigtiff"),
            .tooManyPixels(width: 90_000, height: 2, limit: limits.maxPixels),
            .sideTooLong(width: 90_000, height: 2, limit: limits.maxSide), .corrupt(.webp, .truncated),
        ]
        let reading = Reading(
            transcript: transcript, decoding: .nanoseconds(1_234_567), recognition: .milliseconds(210))
        var animation = reading
        animation.furtherFrames = [2, 7].map { Reading.Frame(number: $0, transcript: transcript) }
        animation.isWhole = false
        return [
            .reading(reading), .reading(animation), .failure(.deadlineExceeded(limit: request.timeLimit)),
            .failure(.engineFailed),
        ]
            + errors.map { .failure(.image($0)) }
    }

    private func decode(_ bytes: [UInt8]) throws -> WorkerAnswer {
        try WorkerAnswer(decoding: bytes, to: request, limits: limits)
    }

    @Test("Come out as they went in")
    func roundTrips() throws {
        for answer in answers { #expect(try decode(answer.encoded(number: 7)) == answer) }
        #expect(try WorkerRequest(decoding: request.encoded) == request)
        var setup = WorkerSetup(
            tessdata: "/usr/share/ü", lineModel: "/m", languageFiles: "/ä", languages: ["eng"],
            limits: ImageLimits(maxPixels: 5, maxSide: 3),
            memory: 1 << 33, processorTime: .seconds(7))
        setup.parent = 4_711
        #expect(try WorkerSetup(decoding: setup.encoded) == setup)
        let errors: [OCRError] = [
            .noLanguages(directory: "/"), .missingLanguage("x"),
            .initialisationFailed(languages: ["a", "b"]),
            .deadlineExceeded, .recognitionFailed,
        ]
        let greetings = [
            WorkerGreeting.ready(WorkerProtections()),
            .ready(WorkerProtections(held: [.landlock, .user], landlockVersion: 7)),
        ]
        for greeting in errors.map({ WorkerGreeting.failed($0) }) + greetings {
            #expect(try WorkerGreeting(decoding: greeting.encoded) == greeting)
        }
    }

    @Test("Refused when they are cut off anywhere, too long, or answer another request")
    func refused() {
        for answer in answers {
            let bytes = answer.encoded(number: 7)
            for length in bytes.indices {
                #expect(throws: WireError.self) { try decode(Array(bytes[..<length])) }
            }
            #expect(throws: WireError.self) { try decode(bytes + [0]) }
            #expect(throws: WireError.self) { try decode(answer.encoded(number: 8)) }
        }
    }

    private var strips: [LineStrip] {
        get throws {
            try [40, 7].map {
                try #require(
                    LineStrip(
                        width: $0, pixels: [UInt8](repeating: UInt8($0), count: $0 * LineStrip.height)))
            }
        }
    }

    private func word(_ box: Box) -> Transcript.Word {
        Transcript.Word(text: "ü", confidence: 0.5, box: box)
    }

    @Test("Progress comes out as it went in")
    func progress() throws {
        for progress in [WorkerAnswer.progress(read: 0, of: 0), .progress(read: 3, of: 40)] {
            #expect(try decode(progress.encoded(number: 7)) == progress)
        }
        #expect(throws: WireError.self, "more than there are") {
            try decode(WorkerAnswer.progress(read: 2, of: 1).encoded(number: 7))
        }
        let request = WorkerRequest(
            number: 7, subject: .strips, languages: ["eng"], timeLimit: .seconds(1))
        #expect(throws: WireError.self, "for strips") {
            try WorkerAnswer(
                decoding: WorkerAnswer.progress(read: 0, of: 1).encoded(number: 7), to: request,
                strips: strips, limits: limits)
        }
    }

    @Test("Strips and their words come out as they went in")
    func stripsAndReadings() throws {
        let strips = try strips
        let shareable = WorkerRequest(
            number: 7, subject: .shareableImage, languages: ["eng"], timeLimit: .seconds(1))
        let offer = WorkerAnswer.offer(strips).encoded(number: 7)
        #expect(try WorkerAnswer(decoding: offer, to: shareable, limits: limits) == .offer(strips))
        #expect(throws: WireError.self, "where sharing was not allowed") { try decode(offer) }
        let readings = [[word(Box(x: 0, y: 0, width: 40, height: 36)).corrected(to: "u")], []]
        for reply in [SharingReply(number: 9, readings: readings), SharingReply(number: 9, readings: nil)] {
            #expect(SharingReply.isReply(reply.encoded) && !SharingReply.isReply(request.encoded))
            #expect(try SharingReply(decoding: reply.encoded, strips: strips) == reply)
        }
        let words = WorkerAnswer.words(readings).encoded(number: 7)
        #expect(
            try WorkerAnswer(decoding: words, to: request, strips: strips, limits: limits)
                == .words(readings))
        #expect(throws: WireError.self, "to a picture") { try decode(words) }
        for wrong in [
            [readings[0]], [[], readings[0]], [[word(Box(x: 39, y: 0, width: 2, height: 1))], []],
            [[word(Box(x: 0, y: 36, width: 1, height: 1))], []],
        ] {
            let bytes = WorkerAnswer.words(wrong).encoded(number: 7)
            #expect(throws: WireError.self) {
                try WorkerAnswer(decoding: bytes, to: request, strips: strips, limits: limits)
            }
        }
        for length in offer.indices {
            #expect(throws: WireError.self) {
                try WorkerAnswer(decoding: Array(offer[..<length]), to: shareable, limits: limits)
            }
        }
    }

    @Test(
        "A plan and the covered picture come out as they went in; a picture with anything beside its pixels doesn't"
    )
    func redaction() throws {
        var plan = RedactionPlan(width: 9, height: 7)
        plan.shown = [Box(x: 0, y: 0, width: 9, height: 2)]
        plan.hidden = [.init(.phone, Box(x: 8, y: 6, width: 1, height: 1))]
        plan.counts = [.phone: 1]
        let order = RedactionOrder(plan, [1, 2, 3])
        #expect(try RedactionOrder(decoding: order.encoded) == order)
        let request = WorkerRequest(number: 7, subject: .redaction, languages: [], timeLimit: .seconds(1))
        let image = PlainPNG(width: 9, height: 7) { x, _ in UInt8(x) }
        let picture = try #require(try PictureRedactor.redact(image.bytes, plan, ImageDecoder()))
        let bytes = WorkerAnswer.redacted(picture).encoded(number: 7)
        #expect(
            try WorkerAnswer(decoding: bytes, to: request, plan: plan, limits: limits) == .redacted(picture))
        #expect(throws: WireError.self, "to a scan") { try decode(bytes) }
        #expect(throws: WireError.self, "a reading") {
            try WorkerAnswer(
                decoding: answers[0].encoded(number: 7), to: request, plan: plan, limits: limits)
        }
        var (grey, larger, less) = (picture, picture, picture)
        grey.png = image.bytes
        larger.width = 10
        less.counts = [:]
        for wrong in [grey, larger, less] {
            #expect(throws: WireError.self) {
                try WorkerAnswer(
                    decoding: WorkerAnswer.redacted(wrong).encoded(number: 7), to: request, plan: plan,
                    limits: limits)
            }
        }
        for length in bytes.indices {
            #expect(throws: WireError.self) {
                try WorkerAnswer(decoding: Array(bytes[..<length]), to: request, plan: plan, limits: limits)
            }
        }
    }

    @Test("A message has one spelling")
    func oneSpelling() throws {
        var reply = SharingReply(number: 9, readings: [[], []]).encoded
        let mark = 9
        #expect(reply[mark] == 1)
        reply[mark] = 2
        #expect(throws: WireError.self) { try SharingReply(decoding: reply, strips: strips) }
        let setup = WorkerSetup(
            tessdata: "", lineModel: "", languageFiles: "", languages: [], limits: limits, memory: .max,
            processorTime: .zero
        )
        .encoded
        #expect(try WorkerSetup(decoding: setup).memory == .max)
        // The last 24 bytes are the limits and the memory, each number with its highest byte last.
        for highest in [setup.count - 1, setup.count - 9, setup.count - 17] {
            var beyond = setup
            beyond[highest] = 0x80
            #expect(throws: WireError.self) { try WorkerSetup(decoding: beyond) }
        }
    }

    @Test("The seen text is missing or differs from the corrected text")
    func seen() throws {
        var writer = WireWriter()
        let box = Box(x: 1, y: 2, width: 3, height: 4)
        writer.word(Transcript.Word(text: "evil.top", confidence: 1, box: box, seen: "evi1.top"))
        func decoded(_ bytes: [UInt8]) throws -> Transcript.Word {
            var reader = WireReader(bytes)
            let word = try reader.word(width: 10, height: 10)
            try reader.finish()
            return word
        }
        #expect(try decoded(writer.bytes).seen == "evi1.top")
        var same = writer.bytes
        // After the seen text come a byte for the underline and four for the number of other readings.
        same[same.count - 10] = UInt8(ascii: "l")
        #expect(throws: WireError.self) { try decoded(same) }
        var long = WireWriter()
        long.word(
            Transcript.Word(text: "a", confidence: 1, box: box, seen: String(repeating: "b", count: 65_537)))
        #expect(throws: WireError.self) { try decoded(long.bytes) }
    }

    @Test("Other readings are few, differ, and leave odds to the word")
    func otherReadings() throws {
        func encoded(_ readings: (String, Double)...) throws -> Transcript.Word {
            var writer = WireWriter()
            writer.word(
                Transcript.Word(
                    text: "evil.top", confidence: 1, box: Box(x: 1, y: 2, width: 3, height: 4),
                    otherReadings: readings.map { Transcript.Reading(text: $0.0, odds: $0.1) }))
            var reader = WireReader(writer.bytes)
            let word = try reader.word(width: 10, height: 10)
            try reader.finish()
            return word
        }
        #expect(try encoded(("evi1.top", 0.4), ("evii.top", 0.3)).otherReadings.map(\.odds) == [0.4, 0.3])
        #expect(throws: WireError.self) { _ = try encoded(("a", 0.1), ("b", 0.1), ("c", 0.1)) }
        #expect(throws: WireError.self) { _ = try encoded(("evil.top", 0.4)) }
        #expect(throws: WireError.self) { _ = try encoded(("", 0.4)) }
        #expect(throws: WireError.self) { _ = try encoded(("evi1.top", 0.4), ("evi1.top", 0.4)) }
        #expect(throws: WireError.self) { _ = try encoded(("evi1.top", 1)) }
        #expect(throws: WireError.self) { _ = try encoded(("evi1.top", 0.6), ("evii.top", 0.6)) }
        #expect(throws: WireError.self) { _ = try encoded(("evi1.top", -0.1)) }
        #expect(throws: WireError.self) { _ = try encoded(("evi1.top", .nan)) }
        #expect(throws: WireError.self) { _ = try encoded((String(repeating: "b", count: 65_537), 0.4)) }
    }

    @Test("An answer of a worker that was taken over is refused or sound")
    func hostile() {
        var generator = SeededGenerator(state: 20_261_121)
        let seeds = answers.map { $0.encoded(number: 7) }
        var accepted = 0
        for round in 0..<200_000 {
            var bytes = seeds[round % 2 == 0 ? 0 : Int.random(in: seeds.indices, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: 8..<bytes.count, using: &generator)
                bytes[index] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            guard let answer = try? decode(bytes) else { continue }
            accepted += 1
            if case .reading(let reading) = answer, !isSound(reading) {
                Issue.record("\(bytes)")
            }
        }
        #expect(accepted > 1_000)
    }

    @Test("Boxes outside the image, empty words and impossible numbers are refused")
    func impossible() {
        func encoded(_ change: (inout Transcript) -> Void) -> [UInt8] {
            var transcript = transcript
            change(&transcript)
            return WorkerAnswer.reading(
                Reading(transcript: transcript, decoding: .zero, recognition: .zero)
            ).encoded(number: 7)
        }
        let changes: [(inout Transcript) -> Void] = [
            { $0.width = 0 }, { $0.width = limits.maxSide + 1 }, { $0.height = limits.maxPixels },
            { $0.languages = ["eng"] }, { $0.lines[0].words = [] }, { $0.lines[0].words[0].text = "" },
            { $0.lines[0].words[0].confidence = .nan }, { $0.lines[0].words[0].confidence = 1.01 },
            { $0.lines[0].words[0].confidence = -0.01 }, { $0.lines[0].words[0].box.x = 91 },
            { $0.lines[0].words[0].box.x = 120 }, { $0.lines[0].words[0].box.width = 0 },
            { $0.lines[0].words[0].box.height = Int(UInt32.max) },
            { $0.codes[0].payload = "" }, { $0.codes[0].box.width = 121 }, { $0.codes[1].box.y = 52 },
            { $0.codes[0].box.height = 0 },
            { $0.unread[0].box.x = 41 }, { $0.unread[0].box.height = 0 },
            { $0.unread = [.init(box: $0.unread[0].box, letters: MessageLimit.words + 1)] },
            { $0.codes[0].payload = String(repeating: "a", count: Transcript.Code.maxPayload + 1) },
            { $0.codes = Array(repeating: $0.codes[0], count: Transcript.Code.maxCount + 1) },
        ]
        #expect(throws: Never.self) { try decode(encoded { _ in }) }
        for change in changes { #expect(throws: WireError.self) { try decode(encoded(change)) } }
    }

    @Test("Frames come in order, and no more than are read")
    func frames() {
        func encoded(_ numbers: [Int]) -> [UInt8] {
            var reading = Reading(transcript: transcript, decoding: .zero, recognition: .zero)
            reading.furtherFrames = numbers.map { Reading.Frame(number: $0, transcript: transcript) }
            return WorkerAnswer.reading(reading).encoded(number: 7)
        }
        #expect(throws: Never.self) { try decode(encoded([2, 3, 4])) }
        for numbers in [[1], [0], [3, 3], [4, 2], [1_001], [2, 3, 4, 5]] {
            #expect(throws: WireError.self) { try decode(encoded(numbers)) }
        }
    }

    private func isSound(_ reading: Reading) -> Bool {
        let (width, height) = (reading.transcript.width, reading.transcript.height)
        guard reading.decoding >= .zero, reading.recognition >= .zero, (1...65_535).contains(width),
            (1...65_535).contains(height), reading.transcript.languages == request.languages
        else { return false }
        let codesAreSound = reading.transcript.codes.allSatisfy { code in
            !code.payload.isEmpty && code.payload.utf8.count <= Transcript.Code.maxPayload && code.box.x >= 0
                && code.box.y >= 0 && code.box.width > 0 && code.box.height > 0
                && code.box.x + code.box.width <= width && code.box.y + code.box.height <= height
        }
        guard codesAreSound, reading.transcript.codes.count <= Transcript.Code.maxCount else { return false }
        return reading.transcript.lines.allSatisfy { line in
            !line.words.isEmpty
                && line.words.allSatisfy { word in
                    let box = word.box
                    return !word.text.isEmpty && word.seen != word.text && word.seen != ""
                        && (0...1).contains(word.confidence) && box.x >= 0
                        && box.y >= 0 && box.width > 0 && box.height > 0 && box.x + box.width <= width
                        && box.y + box.height <= height
                }
        }
    }
}
