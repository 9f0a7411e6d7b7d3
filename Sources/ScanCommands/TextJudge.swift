import BundledResources
import Foundation
import ScamDetection
import TextAnalysis
import Texts
import TypeSafeAPI
import WireMapping

/// Judges texts in this process, by the rules that ship with it, as a server with the same rules does.
enum TextJudge {
    /// - Throws: an error where the text is longer than a server takes, or the rules can't be read.
    static func answer(_ text: String, country: String?) throws(CommandFailure) -> ScanResponse {
        guard text.unicodeScalars.count <= AnalyzeTextRequest.maxTextLength else {
            throw .usage(.textTooLong, ["limit": .number(AnalyzeTextRequest.maxTextLength)])
        }
        let (detector, adviceBook) = try knowledge()
        let started = ContinuousClock.now
        let analyzed = detector.analyze(text)
        let verdict = detector.verdict(on: analyzed)
        let duration = started.duration(to: .now)
        return ScanResponse(
            verdict, on: analyzed,
            advice: adviceBook.advice(for: verdict, country: country, in: UserTexts.current),
            in: UserTexts.current,
            timing: Timing(
                decoding: nil, recognition: nil, classification: duration, total: duration))
    }

    private static func knowledge() throws(CommandFailure) -> (ScamDetector, AdviceBook) {
        do {
            let languages = try Languages(directory: BundledResources.languages)
            return (
                try ScamDetector(
                    rules: BundledResources.rules, lexicon: BundledResources.lexicon, languages: languages,
                    checksExamples: false),
                try AdviceBook(directory: BundledResources.lexicon)
            )
        } catch {
            throw .usage(.rulesUnusable, ["reason": "\(error)"])
        }
    }
}
