import Imaging
import TextAnalysis

extension WireWriter {
    mutating func transcript(_ transcript: Transcript) {
        count(transcript.width)
        count(transcript.height)
        byte(UInt8(Transcript.Layout.allCases.firstIndex(of: transcript.layout) ?? 0))
        strings(transcript.languages)
        count(transcript.lines.count)
        // One beyond the last says that there is none.
        count(transcript.senderLine ?? transcript.lines.count)
        count(transcript.addressLine ?? transcript.lines.count)
        for line in transcript.lines {
            byte(UInt8(Transcript.Role.allCases.firstIndex(of: line.role) ?? 0))
            count(line.block)
            count(line.words.count)
            for word in line.words { self.word(word) }
        }
    }

    mutating func word(_ word: Transcript.Word) {
        string(word.text)
        double(word.confidence)
        for value in [word.box.x, word.box.y, word.box.width, word.box.height] { count(value) }
        // Nothing read says that nothing was corrected.
        string(word.seen ?? "")
    }
}

extension WireReader {
    private static let maxLines = 100_000
    private static let maxWords = 1_000_000
    private static let maxWordBytes = 65_536
    private static let maxLanguages = 16
    private static let maxLanguageName = 64

    /// Of Tesseract's names, such as `chi_sim` and `script/Latin`.
    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "/"): true
        default: false
        }
    }

    /// - Parameters:
    ///   - languages: what was asked for; only where nothing was, a reader gets to say.
    ///   - limits: what the picture was within.
    mutating func transcript(
        languages: [String], limits: ImageLimits
    ) throws(WireError) -> Transcript {
        let width = try count(1...limits.maxSide)
        let height = try count(1...limits.maxSide)
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, pixels <= limits.maxPixels else { throw WireError() }
        let layout = Int(try byte())
        guard Transcript.Layout.allCases.indices.contains(layout) else { throw WireError() }
        let used = try strings(upTo: Self.maxLanguages, each: Self.maxLanguageName)
        let isPlausible = used.allSatisfy { $0.utf8.allSatisfy(Self.isNamePart) }
        guard languages.isEmpty ? !used.isEmpty && isPlausible : used == languages else { throw WireError() }
        let lineCount = try count(0...Self.maxLines)
        let senderLine = try count(0...lineCount)
        let addressLine = try count(0...lineCount)
        var lines: [Transcript.Line] = []
        for _ in 0..<lineCount {
            lines.append(try line(width: width, height: height))
        }
        return Transcript(
            lines: lines, width: width, height: height, languages: used,
            layout: Transcript.Layout.allCases[layout],
            senderLine: senderLine == lineCount ? nil : senderLine,
            addressLine: addressLine == lineCount ? nil : addressLine)
    }

    private mutating func line(width: Int, height: Int) throws(WireError) -> Transcript.Line {
        let role = Int(try byte())
        guard Transcript.Role.allCases.indices.contains(role) else { throw WireError() }
        let block = try count(0...Self.maxLines)
        var words: [Transcript.Word] = []
        for _ in 0..<(try count(1...Self.maxWords)) {
            words.append(try word(width: width, height: height))
        }
        return Transcript.Line(words: words, role: Transcript.Role.allCases[role], block: block)
    }

    /// - Parameter width: of what it lies on, like the height.
    mutating func word(width: Int, height: Int) throws(WireError) -> Transcript.Word {
        let text = try string(upTo: Self.maxWordBytes)
        guard !text.isEmpty else { throw WireError() }
        let confidence = try double(0...1)
        let (x, y) = (try count(0...width - 1), try count(0...height - 1))
        let box = Box(x: x, y: y, width: try count(1...width - x), height: try count(1...height - y))
        let seen = try string(upTo: Self.maxWordBytes)
        guard seen != text else { throw WireError() }
        return Transcript.Word(
            text: text, confidence: confidence, box: box, seen: seen.isEmpty ? nil : seen)
    }
}
