package import Foundation
import ScamDetection
import TestSupport
import TextAnalysis

/// Properties of reading and judging that must hold for any bytes. A property that doesn't hold ends the process. The
/// first byte chooses the property.
package struct AnalysisProperties: Sendable {
    private let detector: ScamDetector

    /// Loads the rules and the lexicon.
    /// - Parameters:
    ///   - rules: folder of the shipped rules.
    ///   - lexicon: folder of the shipped lexicon.
    package init(rules: URL, lexicon: URL) throws {
        detector = try ScamDetector(
            rules: rules, lexicon: lexicon, languages: ShippedLanguages.all, checksExamples: false)
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
            // These properties use internal declarations, which optimised builds hide unless they are made for
            // fuzzing.
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
