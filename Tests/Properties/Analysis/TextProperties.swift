import ScamDetection
import TextAnalysis

/// Checks that texts of any characters are read and judged soundly.
enum TextProperties {
    /// Largest text in bytes. A longer text takes more of the fuzzer's time and shows nothing new.
    private static let longest = 20_000

    static func checkTokens(of text: String, _ detector: ScamDetector) {
        let text = String(text.unicodeScalars.prefix(longest))
        check(detector.analyze(text), isOf: text)
    }

    static func checkVerdict(on text: String, _ detector: ScamDetector) {
        let text = String(text.unicodeScalars.prefix(longest))
        let analyzed = detector.analyze(text)
        check(analyzed, isOf: text)
        checkVerdict(on: analyzed, detector)
    }

    /// Makes a screen of lines from bytes and checks it. The first byte of each line chooses its role and its position;
    /// spaces separate words.
    static func checkScreen(_ bytes: ArraySlice<UInt8>, _ detector: ScamDetector) {
        let roles = LineRole.allCases
        var lines: [Transcript.Line] = []
        for (row, line) in bytes.split(separator: 0x0A).prefix(60).enumerated() {
            let kind = Int(line[line.startIndex])
            let words = line.dropFirst().split(separator: 0x20).prefix(40).enumerated().map { column, word in
                Transcript.Word(
                    text: String(decoding: word, as: UTF8.self), confidence: Double(kind) / 255,
                    box: Box(x: column * 10, y: row * 10, width: 8, height: 8),
                    otherReadings: column % 7 == 3
                        ? [.init(text: String(decoding: word.reversed(), as: UTF8.self), odds: 0.4)] : [])
            }
            lines.append(
                Transcript.Line(words: words, role: roles[kind % roles.count], block: row - kind / 4 % 2))
        }
        var transcript = Transcript(lines: lines, width: 400, height: 600, languages: ["eng"])
        if let last = lines.last {
            transcript.codes = [
                Transcript.Code(
                    symbology: .qr, payload: last.text, box: Box(x: 9, y: 9, width: 90, height: 90))
            ]
        }
        let text = detector.analyze(transcript)
        check(text, isOf: text.text)
        checkVerdict(on: text, detector)
        for range in text.tokens.map(\.range) + text.entities.map(\.range) {
            for box in text.boxes(for: range) {
                precondition(box.x >= 0 && box.y >= 0 && box.width > 0 && box.height > 0)
                precondition(box.x + box.width <= 400 && box.y + box.height <= 600)
            }
        }
    }

    private static func check(_ analyzed: AnalyzedText, isOf text: String) {
        // What a screen shows of a text is hardly longer, and its places count.
        precondition(analyzed.text.unicodeScalars.count <= 2 * text.unicodeScalars.count + 2)
        let bytes = Array(analyzed.text.utf8)
        func checkPlace(_ range: Range<Int>) {
            precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= bytes.count)
            for edge in [range.lowerBound, range.upperBound] where edge < bytes.count {
                precondition(bytes[edge] & 0xC0 != 0x80, "inside a character")
            }
            precondition(analyzed.quote(range).utf8.elementsEqual(bytes[range]))
        }
        var place = 0
        var sentence = 0
        for token in analyzed.tokens {
            checkPlace(token.range)
            precondition(token.range.lowerBound >= place && token.sentence >= sentence)
            (place, sentence) = (token.range.lowerBound, token.sentence)
        }
        for entity in analyzed.entities {
            checkPlace(entity.range)
            precondition(!entity.text.isEmpty)
            guard let link = entity.link else { continue }
            precondition(!link.host.isEmpty && !link.host.utf8.contains { $0 >= 0x41 && $0 <= 0x5A })
            if let port = link.port { precondition((0...99_999).contains(port)) }
            if let domain = link.registrableDomain {
                precondition(link.host == domain || link.host.hasSuffix("." + domain))
            }
        }
        for code in analyzed.codes { precondition(code.range.upperBound <= bytes.count) }
    }

    private static func checkVerdict(on text: AnalyzedText, _ detector: ScamDetector) {
        let verdict = detector.verdict(on: text)
        precondition((0...1).contains(verdict.confidence) && (0...1).contains(verdict.scamProbability))
        precondition(!verdict.explanation.isEmpty)
        let rules = verdict.findings.filter { $0.group != .words }
        precondition(zip(rules, rules.dropFirst()).allSatisfy { $0.weight >= $1.weight })
        for finding in verdict.findings {
            // An answer on a screen can make a rule match, but is never shown as the rule's evidence. So a finding on a
            // screen may have no words.
            precondition(text.screen != nil || !finding.ranges.isEmpty)
            precondition(finding.quote.count <= Finding.longestQuote)
            for range in finding.ranges {
                precondition(!range.isEmpty && range.lowerBound >= 0)
                precondition(range.upperBound <= text.text.utf8.count)
            }
        }
        if !text.isJudgeable { precondition(verdict.riskLevel == .unknown) }
    }
}
