package import Foundation
package import TextAnalysis

/// A text model learned from messages, and the calibration and bands of the score in which it is added to the rules.
///
/// Both come from judgements by models that haven't seen the message: a scam is judged without its cluster, as scams come again in other
/// words, and a genuine message without its whole source, as most genuine messages come from senders of whom nobody has learned.
package struct ModelFit: Sendable {
    package let model: TextModel
    /// The settings with the fit's calibration and bands.
    package let settings: ScoringSettings
    /// The held-out judgement of each sample.
    package let heldOut: [Judgement]

    /// - Parameters:
    ///   - leavesSourcesOut: whether scams, too, are judged without their whole source.
    ///   - progress: is called with the number of parts held out so far, and of all.
    @concurrent package init(
        _ samples: [FitSample], settings: ScoringSettings, options: FitOptions,
        leavesSourcesOut: Bool = false,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async {
        let all = Array(samples.indices)
        func isInPart(_ part: Int, _ sample: FitSample) -> Bool {
            part < options.clusterParts
                ? Folds.number(sample.message.cluster, of: options.clusterParts) == part
                : Folds.number(sample.message.source ?? "", of: options.sourceParts) == part
                    - options.clusterParts
        }
        let count = options.clusterParts + options.sourceParts
        var words = [Double](repeating: 0, count: samples.count)
        for part in 0..<count {
            let isOfSources = part >= options.clusterParts
            let judged = samples.indices.filter {
                isInPart(part, samples[$0])
                    && isOfSources == (leavesSourcesOut || samples[$0].message.label != .scam)
            }
            guard !judged.isEmpty else { continue }
            let rest = all.filter { !isInPart(part, samples[$0]) }
            let learned = LearnedWords(samples, rest, settings, options)
            for index in judged { words[index] = learned.words(of: samples[index]) }
            progress(part + 1, count)
        }
        let scores = samples.indices.map { samples[$0].ruleScore + words[$0] }
        let measured = all.filter { samples[$0].message.counts && samples[$0].isJudgeable }
        let calibration = PlattScaling(
            fitting: measured.map { scores[$0] }, isScam: measured.map { samples[$0].message.label == .scam })
        let bands = Bands(
            genuine: measured.filter { samples[$0].message.label == .legit }
                .map { calibration.probability(scores[$0]) },
            mediumBudget: options.mediumBudget, highBudget: options.highBudget, mostForLow: options.mostForLow
        )
        var fitted = settings
        (fitted.slope, fitted.offset) = (calibration.slope, calibration.offset)
        (fitted.mediumBand, fitted.highBand) = (bands.medium, bands.high)
        let judging = fitted
        self.settings = judging
        model = LearnedWords(samples, all, settings, options).model
        heldOut = samples.indices.map { samples[$0].judgement(adding: words[$0], by: judging) }
    }
}

/// The settings of a fit. docs/evaluation.md gives the reasons for the defaults.
package struct FitOptions: Sendable {
    /// One source's scams count together at most as much as this many messages, and likewise its genuine messages.
    package var sourceCap = 400.0
    /// The weight of the messages against that of small weights: C of liblinear and scikit-learn.
    package var cost = 16.0
    /// A feature is learned if at least this many messages have it, and only so many of the most frequent ones are.
    package var fewestMessages = 4
    package var mostFeatures = 90_000
    /// The largest shares of held-out genuine messages that are medium or high, and high. A probability of `mostForLow` is never low.
    package var mediumBudget = 0.04
    package var highBudget = 0.002
    package var mostForLow = 0.15
    /// The numbers of parts into which clusters of scams and sources of genuine messages are divided, to hold each out once.
    package var clusterParts = 5
    package var sourceParts = 8

    package init() {}
}

/// A labelled message and what a fit needs of it.
package struct FitSample: Sendable {
    package var message: LabelledMessage
    /// What the rules add to its score, in log-odds.
    package var ruleScore: Double
    package var isBesideDecisiveAsk: Bool
    package var features: FeatureCounts
    /// The language whose words the message holds; nil if they are of no known one.
    package var language: Language?
    /// Whether the message holds anything to judge. Others get no verdict, and the fit leaves them out.
    package var isJudgeable: Bool

    /// Runs the rules over all messages on all cores; the samples are in the messages' order.
    /// - Parameter progress: is called with the number of messages done.
    @concurrent package static func all(
        from messages: [LabelledMessage], by detector: ScamDetector,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> [FitSample] {
        messages.concurrentMap(progress: progress) { message in
            let text = detector.analyze(message.text)
            let (score, isBesideDecisiveAsk) = detector.ruleScore(of: text)
            return FitSample(
                message: message, ruleScore: score, isBesideDecisiveAsk: isBesideDecisiveAsk,
                features: FeatureCounts(TextFeatures(of: text).occurrences),
                language: detector.language(of: text), isJudgeable: text.isJudgeable)
        }
    }

    /// The judgement of a detector whose rule files hold the settings.
    /// - Parameter words: what a text model adds to the score, in log-odds.
    func judgement(adding words: Double, by settings: ScoringSettings) -> Judgement {
        let probability = isJudgeable ? settings.probability(ruleScore + words) : 0
        return Judgement(
            isScam: message.label == .scam, probability: probability,
            level: settings.riskLevel(probability))
    }
}

/// Divides messages into parts so that near copies stay together.
enum Folds {
    /// The constants of the 64-bit FNV-1a hash.
    private static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// The part to which a name belongs. FNV-1a gives the same part on every machine.
    static func number(_ name: String, of count: Int) -> Int {
        var hash = offsetBasis
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* prime }
        // The hash's high bits are mixed better than its low ones.
        return Int((hash >> 16) % UInt64(count))
    }
}

/// Writes a fit into a folder of rules: `text.model`, and its numbers into `groups.yaml`, whose comments and order stay as they are.
package enum SettingsFile {
    package enum EditError: Error, Equatable {
        case unreadable(file: String)
        case unwritable(file: String)
        /// No line of the file begins with the key.
        case noLine(file: String, key: String)
    }

    private static let name = "groups.yaml"
    /// The beginning of the comment lines that a fit writes and replaces.
    private static let note = "# fit: "

    /// - Parameter notes: comment lines on the data; they replace those of an earlier fit.
    package static func write(_ fit: ModelFit, notes: [String], in directory: URL) throws(EditError) {
        let file = directory.appendingPathComponent(name)
        guard let data = try? Data(contentsOf: file), let text = String(validating: data, as: UTF8.self)
        else {
            throw .unreadable(file: name)
        }
        let edited = try edited(text, fit.settings, notes: notes)
        do { try Data(edited.utf8).write(to: file, options: .atomic) } catch { throw .unwritable(file: name) }
        let model = directory.appendingPathComponent(TextModel.fileName)
        do { try Data(fit.model.bytes).write(to: model, options: .atomic) } catch {
            throw .unwritable(file: TextModel.fileName)
        }
    }

    /// The text of `groups.yaml` with the numbers of the settings.
    static func edited(
        _ text: String, _ settings: ScoringSettings, notes: [String]
    ) throws(EditError) -> String {
        let values = [
            (
                "calibration:",
                "{ slope: \(decimal(settings.slope, 3)), offset: \(decimal(settings.offset, 3)), "
                    + "ceiling: \(decimal(settings.ceiling, 3)) }"
            ),
            (
                "bands:",
                "{ medium: \(decimal(settings.mediumBand, 4)), high: \(decimal(settings.highBand, 4)) }"
            ),
        ]
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { !$0.hasPrefix(note) }
        for (key, value) in values {
            guard let place = lines.firstIndex(where: { $0.hasPrefix(key) }) else {
                throw .noLine(file: name, key: key)
            }
            lines[place] = "\(key) \(value)"
        }
        let place = lines.firstIndex { $0.hasPrefix("decisive_weight:") } ?? 0
        lines.insert(contentsOf: notes.map { note + $0 }, at: place)
        return lines.joined(separator: "\n")
    }

    private static func decimal(_ value: Double, _ places: Int) -> String {
        String(format: "%.\(places)f", value)
    }
}
