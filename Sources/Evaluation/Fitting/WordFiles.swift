package import Foundation
package import ScamDetection
package import TextAnalysis

/// Writes the learned words of a fit beside the rules, a file for each language.
package enum WordFiles {
    /// Weights of smaller size aren't written: they would change no verdict that a person could name.
    private static let leastWeight = 0.05

    /// Replaces the files of all languages; one without words of weight has none.
    /// - Parameter notes: comment lines on the data.
    package static func write(
        _ kind: WordWeights.Kind, _ fitted: FittedWeights, _ problem: FitProblem, languages: Languages,
        notes: [String], in directory: URL
    ) throws(RuleFileEditor.EditError) {
        var words: [Language: [(written: String, weight: Double)]] = [:]
        let weights = fitted.values.dropFirst(problem.ruleCount)
        for (entry, weight) in zip(problem.vocabulary.entries, weights) where abs(weight) >= leastWeight {
            words[entry.language, default: []].append((entry.written, weight))
        }
        for profile in languages.profiles {
            let path = WordWeights.path(of: profile.language, kind)
            let file = directory.appendingPathComponent(path)
            do {
                guard let words = words[profile.language] else {
                    if FileManager.default.fileExists(atPath: file.path) {
                        try FileManager.default.removeItem(at: file)
                    }
                    continue
                }
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text(words, of: profile.name, kind, notes: notes).utf8).write(
                    to: file, options: .atomic)
            } catch {
                throw .unwritable(file: path)
            }
        }
    }

    /// The strongest words come first; equals stand in alphabetical order.
    static func text(
        _ words: [(written: String, weight: Double)], of language: String,
        _ kind: WordWeights.Kind = .messages,
        notes: [String]
    ) -> String {
        let sorted = words.sorted { (abs($1.weight), $0.written) < (abs($0.weight), $1.written) }
        let lines =
            ["# What \(language) words add to a \(kind.unit)'s score, in log-odds: docs/rules.md."]
            + notes.map { "# fit: \($0)" }
            + sorted.map { "\($0.written)\t\(RuleFileEditor.decimal($0.weight, places: 2))" }
        return lines.joined(separator: "\n") + "\n"
    }
}
