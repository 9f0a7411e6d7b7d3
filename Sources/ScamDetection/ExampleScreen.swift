import TextAnalysis

/// An example of a rule file, which may stand for a picture.
///
/// `[code PAYLOAD]` is a QR code on the picture. `[from NAME]` is the sender, `[page ADDRESS]` the text of the
/// browser's address bar, `[reply WORDS]` a message that the picture's owner wrote, `[screen]` and `[mail]` say that
/// it shows no talk, and `[next]` begins another message or part. An example without any of the last six is a plain text.
struct ExampleScreen {
    private enum Part {
        case words(String)
        case reply(String)
        case next
    }

    private var parts: [Part] = []
    private var codes: [Transcript.Code] = []
    private var sender: String?
    private var address: String?
    private var layout: OCRLayout?

    init(_ example: String) {
        var text = ""
        var rest = example[...]
        while let open = rest.firstIndex(of: "[") {
            text += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: "]") else { break }
            let inside = rest[rest.index(after: open)..<close]
            let name = inside.prefix { $0 != " " }
            let value = String(inside.dropFirst(name.count + 1))
            switch name {
            case "code" where !value.isEmpty:
                let box = Box(x: 0, y: 0, width: 1, height: 1)
                codes.append(Transcript.Code(symbology: .qr, payload: value, box: box))
            case "from": sender = value
            case "page": address = value
            case "screen": layout = .plain
            case "mail": layout = .email
            case "reply":
                parts += [.words(text), .reply(value)]
                text = ""
            case "next":
                parts += [.words(text), .next]
                text = ""
            default: text += "[\(inside)]"
            }
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.words(text + rest))
    }

    func analyzed(_ analyzer: TextAnalyzer) -> AnalyzedText {
        if parts.count == 1, sender == nil, address == nil, layout == nil,
            case .words(let text)? = parts.first
        {
            return analyzer.analyze(text, codes: codes)
        }
        var transcript = Transcript(
            lines: [], width: 1, height: 1, languages: [],
            layout: layout ?? (address == nil ? .chat : .webPage))
        if let line = sender.flatMap({ Self.line($0, .chrome) }) {
            transcript.senderLine = transcript.lines.count
            transcript.lines.append(line)
        }
        if let line = address.flatMap({ Self.line($0, .incoming) }) {
            transcript.addressLine = transcript.lines.count
            transcript.lines.append(line)
        }
        for part in parts {
            switch part {
            case .words(let text):
                if let line = Self.line(text, .incoming) { transcript.lines.append(line) }
            case .reply(let text):
                if let line = Self.line(text, .outgoing) { transcript.lines.append(line) }
            case .next: break
            }
        }
        for index in transcript.lines.indices { transcript.lines[index].block = index }
        transcript.codes = codes
        return analyzer.analyze(transcript)
    }

    private static func line(_ text: String, _ role: LineRole) -> Transcript.Line? {
        let words = text.split(whereSeparator: \.isWhitespace).map {
            Transcript.Word(
                text: String($0), confidence: 1, box: Box(x: 0, y: 0, width: 1, height: 1))
        }
        return words.isEmpty ? nil : Transcript.Line(words: words, role: role)
    }
}
