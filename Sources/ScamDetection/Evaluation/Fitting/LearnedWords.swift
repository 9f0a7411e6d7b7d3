import Foundation
import TextAnalysis

/// A text model learned from some messages, and the settings of the score in which it is added.
package struct LearnedWords: Sendable {
    let model: TextModel
    private let settings: ScoringSettings

    /// - Parameter rows: the numbers of the samples to learn from. Advertising teaches nothing, and constructed messages only languages of
    ///   which there is no real scam.
    package init(_ samples: [FitSample], _ rows: [Int], _ settings: ScoringSettings, _ options: FitOptions) {
        let scams = rows.lazy.map { samples[$0] }.filter {
            $0.message.label == .scam && !$0.message.isSynthetic
        }
        let languages = Set(scams.map(\.language))
        let used = rows.map { samples[$0] }.filter {
            $0.isJudgeable && $0.message.label != .spam
                && (!$0.message.isSynthetic || !languages.contains($0.language))
        }
        func kind(_ sample: FitSample) -> String {
            "\(sample.message.source ?? "")\0\(sample.message.label)"
        }
        var counts: [String: Double] = [:]
        for sample in used { counts[kind(sample), default: 0] += 1 }
        model = TextFit.model(
            used.map { sample in
                TextFit.Row(
                    features: sample.features, isScam: sample.message.label == .scam,
                    weight: min(1, options.sourceCap / (counts[kind(sample)] ?? 1)))
            }, options: options)
        self.settings = settings
    }

    /// What the model adds to a message's score, in log-odds.
    func words(of sample: FitSample) -> Double {
        model.logOdds(of: sample.features).map {
            settings.words($0, besideDecisiveAsk: sample.isBesideDecisiveAsk)
        } ?? 0
    }

    package func judgement(on sample: FitSample) -> Judgement {
        sample.judgement(adding: words(of: sample), by: settings)
    }
}
