import TextAnalysis

/// A box to draw on a picture, and what it marks.
struct AnnotationMark {
    enum Kind: String, CaseIterable {
        // The raw values of `LineRole`.
        case chrome, incoming, outgoing, system
        case doubtful
        case code

        var label: String { self == .doubtful ? "unsure word" : rawValue }

        var color: (red: UInt8, green: UInt8, blue: UInt8) {
            switch self {
            case .chrome: (128, 128, 128)
            case .incoming: (30, 110, 255)
            case .outgoing: (0, 160, 60)
            case .system: (150, 60, 220)
            case .doubtful: (230, 20, 20)
            case .code: (255, 140, 0)
            }
        }
    }

    /// Confidence (0 to 1) below which a word is marked as unsure; the command's help names it. Chosen by eye.
    private static let sureFrom = 0.6

    let kind: Kind
    let box: Box

    /// Returns the marks in the order in which they are drawn: words and codes over lines.
    static func marks(of transcript: Transcript) -> [AnnotationMark] {
        let lines = transcript.lines.map { line in
            AnnotationMark(kind: Kind(rawValue: line.role.rawValue) ?? .chrome, box: line.box)
        }
        let doubtful = transcript.lines.flatMap(\.words).filter { $0.confidence < sureFrom }
        return lines + doubtful.map { AnnotationMark(kind: .doubtful, box: $0.box) }
            + transcript.codes.map { AnnotationMark(kind: .code, box: $0.box) }
    }
}
