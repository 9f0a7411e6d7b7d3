import TextAnalysis

/// A box to draw on a picture, and what it stands for.
struct AnnotationMark {
    enum Kind: String, CaseIterable {
        // Named as the roles of lines are.
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

    /// Below this a word is marked as doubtful.
    private static let sureFrom = 0.6

    let kind: Kind
    let box: Box

    /// Lines first, so that what stands in them is drawn over them.
    static func marks(of transcript: Transcript) -> [AnnotationMark] {
        let lines = transcript.lines.map { line in
            AnnotationMark(kind: Kind(rawValue: line.role.rawValue) ?? .chrome, box: line.box)
        }
        let doubtful = transcript.lines.flatMap(\.words).filter { $0.confidence < sureFrom }
        return lines + doubtful.map { AnnotationMark(kind: .doubtful, box: $0.box) }
            + transcript.codes.map { AnnotationMark(kind: .code, box: $0.box) }
    }
}
