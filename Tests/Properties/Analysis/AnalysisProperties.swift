package import Foundation
import ScamDetection
import TextAnalysis

/// What must hold for reading and judging any bytes: the first chooses what the others are. Traps where it doesn't.
package struct AnalysisProperties: Sendable {
    private let detector: ScamDetector

    /// - Parameters:
    ///   - rules: the shipped rules' folder.
    ///   - lexicon: the shipped lexicon's.
    package init(rules: URL, lexicon: URL) throws {
        detector = try ScamDetector(rules: rules, lexicon: lexicon, checksExamples: false)
    }

    package func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let rest = bytes.dropFirst()
        switch first {
        case UInt8(ascii: "V"):
            TextProperties.checkVerdict(on: String(decoding: rest, as: UTF8.self), detector)
        case UInt8(ascii: "W"): TextProperties.checkVerdict(on: Pieces.text(rest), detector)
        case UInt8(ascii: "T"):
            TextProperties.checkTokens(of: String(decoding: rest, as: UTF8.self), detector)
        case UInt8(ascii: "L"): TextProperties.checkTokens(of: Pieces.text(rest), detector)
        case UInt8(ascii: "S"): TextProperties.checkScreen(rest, detector)
        default:
            // These are the module's own: optimised builds can't see them unless they are made for fuzzing.
            #if DEBUG || FUZZING
                switch first {
                case UInt8(ascii: "P"): PatternProperties.check(rest, detector)
                case UInt8(ascii: "G"): RuleFileProperties.checkSettings(rest)
                default: RuleFileProperties.checkRules(rest, detector)
                }
            #endif
        }
    }
}
