import TextAnalysis

import struct TextAnalysis.Box

extension TesseractEngine {
    /// The picture is looked at this often at most: as it is, and twice what was left of it.
    private static let mostPasses = 3

    /// Reads a picture, and then what is left of it, as long as something is.
    package func recognize(
        _ level: borrowing LevelPicture, by deadline: ContinuousClock.Instant,
        within budget: LineBudget? = nil, sharing: WorkSharing? = nil,
        installed: InstalledLanguages? = nil, progress: LineProgress? = nil
    ) throws(OCRError) -> RecognizedLines {
        let first = try recognize(
            level.lines, by: deadline, within: budget, sharing: sharing, installed: installed,
            progress: progress)
        var (lines, settled, areAll) = (first.lines, first.settled, first.areAll)
        var (further, others): ([Transcript.Line], [Box]) = ([], [])
        for pass in 1..<Self.mostPasses {
            // Small lines were left for this.
            let isOwed = pass == 1 && level.lines.holdsSmall
            guard budget?.isSpent != true, let rest = Remainder(of: level.lines, without: settled) else {
                areAll = areAll && !isOwed
                break
            }
            let part = try LevelPicture(rest.bitmap)
            guard isOwed || part.shows(other: level) else { break }
            let found = try recognize(part.lines, by: deadline, within: budget, installed: installed)
            guard isOwed || !found.settled.isEmpty else { break }
            let read = part.onBitmap(found.lines)
            let places = part.places(of: read.filter(NoiseWords.isSettled))
            // What was read there before are pieces of these lines; elsewhere the whole picture tells more.
            func isPiece(_ line: Transcript.Line) -> Bool {
                !NoiseWords.isSettled(line) && Self.holds(line.box, places)
            }
            lines.removeAll(where: isPiece)
            further.removeAll(where: isPiece)
            let known = (lines + further).map(\.box)
            further += read.filter { NoiseWords.isSettled($0) || !Self.holds($0.box, known) }
            settled += places
            others += part.places(of: read)
            areAll = areAll && found.areAll
        }
        return RecognizedLines(
            lines: lines + further, languages: first.languages, areAll: areAll, settled: settled,
            unread: level.lines.unread(beside: settled + lines.map(\.box) + others))
    }

    /// Whether the middle of a box lies in one of the others.
    private static func holds(_ box: Box, _ others: [Box]) -> Bool {
        let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
        return others.contains {
            ($0.x..<($0.x + $0.width)).contains(x) && ($0.y..<($0.y + $0.height)).contains(y)
        }
    }
}
