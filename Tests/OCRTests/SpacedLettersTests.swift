import Imaging
import Testing
import TextAnalysis

@testable import OCR

@Suite("Letters that are spaced out") struct SpacedLettersTests {
    /// Words of letters 6 columns wide, with gaps between letters and between words.
    private func strip(_ words: [Int], gap: Int, space: Int) -> LeptonicaImage? {
        var ends: [Int] = []
        var column = 4
        for count in words {
            for letter in 0..<count {
                ends.append(column)
                column += 6 + (letter == count - 1 ? space : gap)
            }
        }
        let width = column
        var pixels = [UInt8](repeating: 255, count: width * LineStrip.height)
        for left in ends {
            for row in 10..<24 {
                for x in left..<left + 6 { pixels[row * width + x] = 0 }
            }
        }
        return LeptonicaImage(grey: pixels, width: width)
    }

    @Test("Letters come together and words stay apart; places go back to where they were")
    func closes() throws {
        guard let image = strip([3, 4], gap: 20, space: 52), let letters = SpacedLetters(on: image),
            let closer = letters.closer(image)
        else {
            Issue.record("no strip")
            return
        }
        let width = closer.width
        #expect(width < 130)
        let runs = StripInk(closer).runs
        #expect(runs.count == 7)
        let gaps = zip(runs, runs.dropFirst()).map { $1.left - $0.right }
        #expect(gaps.enumerated().allSatisfy { $0.offset == 2 ? $0.element >= 10 : $0.element <= 4 })
        let second = Box(x: runs[3].left, y: 10, width: runs[6].right - runs[3].left, height: 14)
        let word = Transcript.Word(text: "four", confidence: 1, box: second).spread(by: letters.cuts)
        let original = StripInk(image).runs
        #expect(word.box.x == original[3].left && word.box.x + word.box.width == original[6].right)
    }
}
