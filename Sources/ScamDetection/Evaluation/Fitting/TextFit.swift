import Foundation
import TextAnalysis

/// Learns a text model from messages: an L2-regularised logistic regression. The same messages in the same order give the same bytes.
package struct TextFit {
    package struct Row: Sendable {
        let features: FeatureCounts
        let isScam: Bool
        /// In messages.
        let weight: Double
    }

    /// The tag and the rarity, in steps, of each learned feature; and its number by its place, or -1.
    private var learned: [(tag: Int, rarity: Int)] = []
    private var numbers = [Int](repeating: -1, count: TextModel.places)
    private let mostRarity: Float

    package static func model(_ rows: [Row], options: FitOptions) -> TextModel {
        let fit = TextFit(rows, options)
        let vectors = rows.concurrentMap { fit.vector($0.features) }
        let problem = LogisticRegression(
            vectors: vectors, isScam: rows.map(\.isScam), weights: rows.map { $0.weight * options.cost },
            width: fit.learned.count)
        return fit.model(problem.solution())
    }

    /// Takes the most frequent features; of those with one place, the most frequent.
    private init(_ rows: [Row], _ options: FitOptions) {
        var hashes: [UInt32] = []
        for row in rows { row.features.forEach { _, hash, _ in hashes.append(hash) } }
        hashes.sort()
        var frequencies: [(hash: UInt32, count: Int)] = []
        for hash in hashes {
            if frequencies.last?.hash == hash {
                frequencies[frequencies.count - 1].count += 1
            } else {
                frequencies.append((hash, 1))
            }
        }
        frequencies.removeAll { $0.count < options.fewestMessages }
        frequencies.sort { ($1.count, $0.hash) < ($0.count, $1.hash) }
        let most = 1 + log(Float(1 + rows.count) / Float(1 + options.fewestMessages))
        mostRarity = most
        let steps = Float(TextModel.Entry.mostRarity - 1)
        for (hash, count) in frequencies.prefix(options.mostFeatures) {
            let place = TextModel.place(of: hash)
            guard numbers[place] < 0 else { continue }
            numbers[place] = learned.count
            let rarity = 1 + log(Float(1 + rows.count) / Float(1 + count))
            learned.append(
                (
                    TextModel.tag(of: hash),
                    1 + Int((steps * (rarity - 1) / max(most - 1, .ulpOfOne)).rounded())
                ))
        }
    }

    private func vector(_ features: FeatureCounts) -> LogisticRegression.Vector {
        var vector: LogisticRegression.Vector = []
        var squares: Float = 0
        features.forEach { _, hash, count in
            let number = numbers[TextModel.place(of: hash)]
            guard number >= 0, learned[number].tag == TextModel.tag(of: hash) else { return }
            let value = rarity(number) * FeatureCounts.weight(count)
            vector.append((Int32(number), value))
            squares += value * value
        }
        let length = squares.squareRoot()
        return vector.map { ($0.index, $0.value / length) }
    }

    private func rarity(_ number: Int) -> Float {
        TextModel.rarity(learned[number].rarity, of: mostRarity)
    }

    private func model(_ solution: (weights: [Double], intercept: Double)) -> TextModel {
        let weighted = learned.indices.map { Float(solution.weights[$0]) * rarity($0) }
        let largest = max(weighted.lazy.map(abs).max() ?? 0, .leastNormalMagnitude)
        let step = largest / Float(TextModel.Entry.mostWeight)
        let entries = numbers.map { number in
            number < 0
                ? TextModel.Entry(tag: 0, rarity: 0, weight: 0)
                : TextModel.Entry(
                    tag: learned[number].tag, rarity: learned[number].rarity,
                    weight: Int((weighted[number] / step).rounded()))
        }
        return TextModel(
            entries: entries, mostRarity: mostRarity, weightStep: step,
            intercept: Float(solution.intercept))
    }
}

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
