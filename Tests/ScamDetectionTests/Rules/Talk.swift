import Testing
import TextAnalysis

/// A conversation on a picture, written line by line: `from NAME` is the sender, `<` begins the other party's words,
/// `>` the owner's, `-` the app's. The first line is the test's name.
struct Talk: Sendable, CustomTestStringConvertible {
    var name: String
    var transcript: Transcript
    var testDescription: String { name }

    init(_ script: String) {
        let lines = script.split(separator: "\n")
        name = lines.first.map(String.init) ?? ""
        transcript = Transcript(lines: [], width: 1_080, height: 2_400, languages: ["eng"], layout: .chat)
        for (index, line) in lines.dropFirst().enumerated() {
            let words = line.split(separator: " ")
            let role: LineRole
            switch words.first {
            case "<": role = .incoming
            case ">": role = .outgoing
            case "-": role = .system
            default:
                role = .chrome
                transcript.senderLine = transcript.lines.count
            }
            // Lines break as they do in bubbles.
            let places = words.dropFirst().enumerated().map { number, word in
                Transcript.Word(
                    text: String(word), confidence: 0.95,
                    box: Box(
                        x: 60 + number % 6 * 130, y: 200 + index * 90 + number / 6 * 40, width: 120,
                        height: 36))
            }
            for start in stride(from: 0, to: places.count, by: 6) {
                transcript.lines.append(
                    Transcript.Line(
                        words: Array(places[start..<min(start + 6, places.count)]), role: role, block: index))
            }
        }
    }
}
