import Scanning
import Testing
import TextAnalysis

@Suite("Readability")
struct ReadabilityTests {
    private func transcript(_ words: String, confidence: Double, role: LineRole = .incoming)
        -> Transcript
    {
        let box = Box(x: 0, y: 0, width: 10, height: 10)
        let line = Transcript.Line(
            words: words.split(separator: " ").map {
                Transcript.Word(text: String($0), confidence: confidence, box: box)
            }, role: role)
        return Transcript(lines: [line], width: 100, height: 100, languages: ["eng"])
    }

    @Test("A short message read well can be judged")
    func readable() {
        #expect(Readability.isReadable(transcript("Your code is 481920", confidence: 0.78)))
    }

    @Test(
        "What says too little or was hardly read can't",
        arguments: [
            ("pjoy uo sI jaosed INOA Sqsn", 0.587, LineRole.incoming),
            ("+1 (447) 555-0029", 0.95, .incoming),
            ("Your code is 481920", 0.95, .chrome),
            ("Your code is 481920", 0.95, .system),
            ("", 0, .incoming),
        ])
    func unreadable(_ words: String, _ confidence: Double, _ role: LineRole) {
        #expect(!Readability.isReadable(transcript(words, confidence: confidence, role: role)))
    }
}
