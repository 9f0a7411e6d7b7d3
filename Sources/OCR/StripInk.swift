import CPictures
import Imaging

/// The places of ink on a strip without underlines. In the mode that takes a strip for one line, Tesseract says only roughly where a
/// word begins and ends.
struct StripInk {
    private static let inkThreshold: Int32 = 128
    /// How many times as large letters are on a strip as on an ink map.
    private static let letterScale: Int32 = 2
    /// Components with fewer rows and columns than this are dust, in pixels of the strip.
    private static let minSize = 2
    /// A gap that is wider by one pixel makes up for this many pixels of distance. Spaces are 5 pixels wider than the gaps between
    /// letters, and Tesseract's places are wrong by up to half a letter, some 8 pixels.
    private static let distanceOverGap = 3

    /// Boxes of touching columns of ink, from left to right.
    private(set) var runs: [Bounds] = []

    init(_ strip: borrowing LeptonicaImage) {
        guard let ink = LeptonicaImage(adopting: pixThresholdToBinary(strip.pix, Self.inkThreshold)),
            let underlines = Underlines(of: ink, letterScale: Self.letterScale)
        else { return }
        let height = strip.height
        let shapes = Bounds.components(of: underlines.rest).filter { shape in
            // What touches the strip's edge and doesn't reach its middle belongs to the line above or below.
            let isNeighbours =
                shape.top == 0 && shape.bottom <= height / 2
                || shape.bottom == height && shape.top >= height / 2
            return max(shape.width, shape.height) >= Self.minSize && !isNeighbours
        }
        for shape in shapes.sorted(by: { $0.left < $1.left }) {
            if let last = runs.last, shape.left < last.right {
                runs[runs.count - 1] = last.union(shape)
            } else {
                runs.append(shape)
            }
        }
    }

    /// The boxes of words that were read from left to right.
    /// - Parameter words: rough places of each word's first and last letter.
    func boxes(of words: [(first: Bounds, last: Bounds)]) -> [Bounds] {
        var start = 0
        return words.indices.map { index in
            let end =
                index + 1 < words.count
                ? parting(words[index].last, words[index + 1].first, from: start) : runs.count
            defer { start = max(start, end) }
            let own = runs[start..<max(start, end)]
            return own.dropFirst().reduce(own.first) { $0?.union($1) }
                ?? words[index].first.union(words[index].last)
        }
    }

    /// The index of the first run of ink after the space between two letters. A wide gap speaks for the space, and so does a place near
    /// to where the letters part.
    private func parting(_ last: Bounds, _ next: Bounds, from start: Int) -> Int {
        let expected = (last.right + next.left) / 2
        func score(_ index: Int) -> Int {
            let (end, begin) = (runs[index - 1].right, runs[index].left)
            return (begin - end) * Self.distanceOverGap - abs((begin + end) / 2 - expected)
        }
        let gaps = runs.indices.dropFirst(start + 1)
        return gaps.max { score($0) < score($1) } ?? runs.count
    }
}
