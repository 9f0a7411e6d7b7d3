package import Imaging
package import TextAnalysis

/// The text of one image, and the time that each step took.
package struct Reading: Sendable, Equatable {
    /// The text of the image, or of the first frame of one that holds several pictures.
    package let transcript: Transcript
    /// The texts of further frames that differ from those before.
    package var furtherFrames: [Frame] = []
    /// Whether every line was read, of every frame that differs.
    package var isWhole = true
    package let decoding: Duration
    package let recognition: Duration
    /// The time for which the image waited for a worker. The pool sets it.
    package var queueing = Duration.zero

    package struct Frame: Sendable, Equatable {
        /// The frame's place among all of the image's frames, from 2 for further ones.
        package let number: Int
        package let transcript: Transcript

        package init(number: Int, transcript: Transcript) {
            (self.number, self.transcript) = (number, transcript)
        }
    }

    /// The largest number of further frames that are read.
    package static let mostFurtherFrames = 3

    package init(transcript: Transcript, decoding: Duration, recognition: Duration) {
        self.transcript = transcript
        self.decoding = decoding
        self.recognition = recognition
    }
}

/// A reading as bytes, for those who keep it outside of this process. They are checked like a worker's answer.
extension Reading {
    package var encoded: [UInt8] { WorkerAnswer.reading(self).encoded(number: 0) }

    /// - Parameters:
    ///   - languages: Tesseract names of the languages that were to be read; none where the worker chose them.
    ///   - limits: the limits to which the image was held.
    /// - Returns: nil where the bytes are no reading of such an image.
    package init?(decoding bytes: [UInt8], languages: [String], limits: ImageLimits) {
        let request = WorkerRequest(number: 0, languages: languages, timeLimit: .zero)
        guard case .reading(let reading)? = try? WorkerAnswer(decoding: bytes, to: request, limits: limits)
        else { return nil }
        self = reading
    }
}

extension WireWriter {
    mutating func transcript(_ transcript: Transcript) {
        count(transcript.width)
        count(transcript.height)
        choice(transcript.layout)
        strings(transcript.languages)
        count(transcript.lines.count)
        // The index after the last line stands for "no such line".
        count(transcript.senderLine ?? transcript.lines.count)
        count(transcript.addressLine ?? transcript.lines.count)
        for line in transcript.lines {
            choice(line.role)
            count(line.block)
            count(line.words.count)
            for word in line.words { self.word(word) }
        }
        codes(transcript.codes)
        count(transcript.unread.count)
        for line in transcript.unread {
            box(line.box)
            count(line.letters)
        }
    }

    mutating func word(_ word: Transcript.Word) {
        string(word.text)
        double(word.confidence)
        box(word.box)
        // The empty string stands for "not corrected".
        string(word.seen ?? "")
        flag(word.isUnderlined)
        count(word.otherReadings.count)
        for reading in word.otherReadings {
            string(reading.text)
            double(reading.odds)
        }
    }

    private mutating func codes(_ codes: [Transcript.Code]) {
        count(codes.count)
        for code in codes {
            choice(code.symbology)
            string(code.payload)
            box(code.box)
        }
    }

    mutating func box(_ box: Box) {
        for value in [box.x, box.y, box.width, box.height] { count(value) }
    }

    /// Writes a value as one byte: the position of its case among all cases.
    mutating func choice<Choice: CaseIterable & Equatable>(_ value: Choice) {
        byte(UInt8(clamping: Array(Choice.allCases).firstIndex(of: value) ?? 0))
    }
}

extension WireReader {
    /// - Parameters:
    ///   - languages: The languages that the request named. Only where it named none may the worker say which it used.
    ///   - limits: The limits that the image was held to.
    mutating func transcript(
        languages: [String], limits: ImageLimits
    ) throws(WireError) -> Transcript {
        let width = try count(1...limits.maxSide)
        let height = try count(1...limits.maxSide)
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= limits.maxPixels else { throw WireError() }
        let layout = try choice(OCRLayout.self)
        let used = try strings(upTo: MessageLimit.languages, each: MessageLimit.languageName)
        let isPlausible = used.allSatisfy { $0.utf8.allSatisfy(Self.isNameByte) }
        guard languages.isEmpty ? !used.isEmpty && isPlausible : used == languages else { throw WireError() }
        let lineCount = try count(0...MessageLimit.lines)
        let senderLine = try count(0...lineCount)
        let addressLine = try count(0...lineCount)
        var lines: [Transcript.Line] = []
        for _ in 0..<lineCount {
            lines.append(try line(width: width, height: height))
        }
        var transcript = Transcript(
            lines: lines, width: width, height: height, languages: used, layout: layout,
            senderLine: senderLine == lineCount ? nil : senderLine,
            addressLine: addressLine == lineCount ? nil : addressLine)
        transcript.codes = try codes(width: width, height: height)
        for _ in 0..<(try count(0...MessageLimit.lines)) {
            transcript.unread.append(
                Transcript.UnreadLine(
                    box: try box(width: width, height: height), letters: try count(0...MessageLimit.words)))
        }
        return transcript
    }

    /// Whether Tesseract's language names, such as `chi_sim` and `script/Latin`, may hold the byte.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "/"):
            true
        default: false
        }
    }

    private mutating func line(width: Int, height: Int) throws(WireError) -> Transcript.Line {
        let role = try choice(LineRole.self)
        let block = try count(0...MessageLimit.lines)
        var words: [Transcript.Word] = []
        for _ in 0..<(try count(1...MessageLimit.words)) {
            words.append(try word(width: width, height: height))
        }
        return Transcript.Line(words: words, role: role, block: block)
    }

    /// - Parameters:
    /// - width: the width of the image or the strip on which the word must lie, in pixels.
    /// - height: its height in pixels.
    mutating func word(width: Int, height: Int) throws(WireError) -> Transcript.Word {
        let text = try string(upTo: MessageLimit.wordBytes)
        guard !text.isEmpty else { throw WireError() }
        let confidence = try double(0...1)
        let box = try box(width: width, height: height)
        let seen = try string(upTo: MessageLimit.wordBytes)
        let isUnderlined = try flag()
        guard seen != text else { throw WireError() }
        var word = Transcript.Word(
            text: text, confidence: confidence, box: box, seen: seen.isEmpty ? nil : seen,
            otherReadings: try otherReadings(than: text))
        word.isUnderlined = isUnderlined
        return word
    }

    /// Reads what else a word may be. The readings differ, and leave something of the odds to the word itself.
    private mutating func otherReadings(than text: String) throws(WireError) -> [Transcript.Reading] {
        var readings: [Transcript.Reading] = []
        var left = 1.0
        for _ in 0..<(try count(0...Transcript.Word.maxOtherReadings)) {
            let other = try string(upTo: MessageLimit.wordBytes)
            let odds = try double(0...1)
            left -= odds
            guard !other.isEmpty, other != text, !readings.contains(where: { $0.text == other }), left > 0
            else { throw WireError() }
            readings.append(Transcript.Reading(text: other, odds: odds))
        }
        return readings
    }

    private mutating func codes(width: Int, height: Int) throws(WireError) -> [Transcript.Code] {
        var codes: [Transcript.Code] = []
        for _ in 0..<(try count(0...Transcript.Code.maxCount)) {
            let symbology = try choice(Transcript.Code.Symbology.self)
            let payload = try string(upTo: Transcript.Code.maxPayload)
            guard !payload.isEmpty else { throw WireError() }
            codes.append(
                Transcript.Code(
                    symbology: symbology, payload: payload, box: try box(width: width, height: height)))
        }
        return codes
    }

    /// Reads a box, which must not be empty and must lie within the given size.
    mutating func box(width: Int, height: Int) throws(WireError) -> Box {
        let (x, y) = (try count(0...width - 1), try count(0...height - 1))
        return Box(x: x, y: y, width: try count(1...width - x), height: try count(1...height - y))
    }

    mutating func choice<Choice: CaseIterable>(_: Choice.Type) throws(WireError) -> Choice {
        let cases = Array(Choice.allCases)
        let index = Int(try byte())
        guard cases.indices.contains(index) else { throw WireError() }
        return cases[index]
    }
}
