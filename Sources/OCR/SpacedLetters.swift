import CPictures
import Imaging
import TextAnalysis

/// Brings the letters of a strip closer together that are spaced out, `l i k e   t h i s`: the models would read each as a word.
struct SpacedLetters {
    /// Columns of the strip that are taken out.
    struct Cut {
        /// The first column of what stays behind the cut, in columns of the closer strip.
        let column: Int
        let width: Int
    }

    private(set) var cuts: [Cut] = []

    /// The usual gap between letters and between words, in columns of a strip.
    private static let letterGap = 3
    private static let wordGap = 12
    /// Gaps of more than this many times the median are those between words: 3/2.
    private static let wordOverMedian = (times: 3, over: 2)

    /// Returns nil if the letters can't be told apart.
    init?(on strip: borrowing LeptonicaImage) {
        let runs = StripInk(strip).runs
        let gaps = zip(runs, runs.dropFirst()).map { $1.left - $0.right }
        guard !gaps.isEmpty else { return nil }
        let median = gaps.sorted()[gaps.count / 2]
        var removed = 0
        for (gap, run) in zip(gaps, runs.dropFirst()) {
            let isSpace = gap * Self.wordOverMedian.over > median * Self.wordOverMedian.times
            let excess = gap - (isSpace ? Self.wordGap : Self.letterGap)
            guard excess > 0 else { continue }
            removed += excess
            cuts.append(Cut(column: run.left - removed, width: excess))
        }
    }

    /// Returns the strip without the columns; nil if Leptonica has no memory.
    func closer(_ strip: borrowing LeptonicaImage) -> LeptonicaImage? {
        let width = strip.width - cuts.reduce(0) { $0 + $1.width }
        guard let closer = LeptonicaImage(adopting: pixCreate(Int32(width), Int32(strip.height), 8)) else {
            return nil
        }
        var removed = 0
        for (cut, next) in zip([Cut(column: 0, width: 0)] + cuts, cuts + [Cut(column: width, width: 0)]) {
            removed += cut.width
            pixRasterop(
                closer.pix, Int32(cut.column), 0, Int32(next.column - cut.column), Int32(strip.height),
                LeptonicaImage.copySource, strip.pix, Int32(cut.column + removed), 0)
        }
        return closer
    }
}

extension Transcript.Word {
    /// The word with its place on the strip from which columns were taken out.
    func spread(by cuts: [SpacedLetters.Cut]) -> Transcript.Word {
        func removed(before column: Int) -> Int {
            cuts.lazy.filter { $0.column <= column }.reduce(0) { $0 + $1.width }
        }
        var word = self
        let right = box.x + box.width
        word.box.x += removed(before: box.x)
        word.box.width = right + removed(before: right - 1) - word.box.x
        return word
    }
}
