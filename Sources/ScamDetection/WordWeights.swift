import Snapshots
package import Foundation
package import TextAnalysis

/// The learned weights of words, beside those of rules. Each language has its own, in `<language>/words.tsv` in the folder of rules, and
/// those of talks in `<language>/talk_words.tsv`: a word or two words, a tab, and log-odds.
package struct WordWeights: Sendable {
    package enum Kind: String, Sendable {
        case messages = "words.tsv"
        case talks = "talk_words.tsv"

        /// What is judged by these words.
        package var unit: String { self == .messages ? "message" : "talk" }
    }

    /// The largest size of one word's weight, in log-odds: no word alone makes a scam eight times as likely.
    package static let maximumWeight = 2.0

    private var tables: [Language: (words: WordTable, weights: [Double])] = [:]

    /// The languages that have weights, in alphabetical order.
    package var languages: [Language] { tables.keys.sorted() }

    /// Whether words of a language have weights.
    func know(_ language: Language?) -> Bool {
        language.flatMap { tables[$0] }.map { !$0.weights.isEmpty } ?? false
    }

    /// Reads the file of each language that has one.
    init(_ kind: Kind, directory: URL, languages: Languages, analyzer: TextAnalyzer) throws(RuleError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let known = names.compactMap { name in languages.profiles.first { $0.language.code == name }?.language
        }
        let present = known.filter {
            FileManager.default.fileExists(
                atPath: directory.appendingPathComponent(Self.path(of: $0, kind)).path)
        }
        let outcomes = present.concurrentMap { language in
            Result { () throws(RuleError) in
                try Self.table(TSVFile(Self.path(of: language, kind), in: directory, columns: 2), analyzer)
            }
        }
        for (language, outcome) in zip(present, outcomes) { tables[language] = try outcome.get() }
    }

    func write(to writer: inout SnapshotWriter) {
        writer.texts(languages.map(\.code))
        for language in languages {
            guard let (words, weights) = tables[language] else { continue }
            writer.numbers(weights.map(\.bitPattern))
            words.write(to: &writer)
        }
    }

    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        for code in try reader.texts() {
            let weights = try reader.numbers(UInt64.self).map(Double.init(bitPattern:))
            guard weights.allSatisfy({ abs($0) <= Self.maximumWeight }) else { throw SnapshotError() }
            tables[Language(code)] = (try WordTable(from: &reader, count: weights.count), weights)
        }
    }

    package static func path(of language: Language, _ kind: Kind) -> String {
        "\(language.code)/\(kind.rawValue)"
    }

    /// The words that a fit gives no weight: `<language>/words_left_out.tsv` holds one on each line, a tab, and the reason.
    package static func leftOut(directory: URL, languages: Languages) throws(RuleError) -> [Language: Set<
        String
    >] {
        var words: [Language: Set<String>] = [:]
        for profile in languages.profiles {
            let path = "\(profile.language.code)/words_left_out.tsv"
            guard FileManager.default.fileExists(atPath: directory.appendingPathComponent(path).path) else {
                continue
            }
            words[profile.language] = Set(
                try TSVFile(path, in: directory, columns: 2).rows.map { $0.fields[0].text })
        }
        return words
    }

    private static func table(
        _ file: TSVFile, _ analyzer: TextAnalyzer
    ) throws(RuleError) -> (words: WordTable, weights: [Double]) {
        var words = WordTable(capacity: file.rows.count)
        var weights: [Double] = []
        weights.reserveCapacity(file.rows.count)
        for row in file.rows {
            guard let key = WordFeatures.key(of: row.fields[0], analyzer),
                let weight = Double(row.fields[1].text), weight.isFinite
            else { throw file.malformed(row) }
            guard abs(weight) <= maximumWeight else {
                throw RuleError(file: file.name, line: row.line, reason: .weightOutOfRange(weight))
            }
            guard words.add(key) else {
                throw RuleError(file: file.name, line: row.line, reason: .duplicateID(row.fields[0].text))
            }
            weights.append(weight)
        }
        return (words, weights)
    }

    /// The weights of a text's words, each counted once, in the order of the text. A word counts as one of the first of the text's
    /// languages that knows it.
    package func evidence(in text: AnalyzedText, among known: Languages) -> [Evidence] {
        var evidence: [Evidence] = []
        var isTaken = [Bool](repeating: false, count: text.tokens.count)
        for language in Self.languages(of: text, among: known) {
            guard let (words, weights) = tables[language] else { continue }
            let found = words.features(of: text).filter { !isTaken[$0.tokens.lowerBound] }
            for (number, tokens) in found {
                evidence.append(Evidence(tokens: tokens, weight: weights[number]))
            }
            for (_, tokens) in found { isTaken[tokens.lowerBound] = true }
        }
        return evidence
    }

    /// The languages whose words are looked up in a text. One too short to tell its language is most often of the default one.
    package static func languages(of text: AnalyzedText, among known: Languages) -> [Language] {
        let ranked = text.languages.ranked
        guard ranked.isEmpty, !text.languages.isUnknown, let language = known.defaultLanguage else {
            return ranked
        }
        return [language]
    }

    /// A word or a pair of words of a text, and its weight in log-odds.
    package struct Evidence: Sendable {
        package let tokens: Range<Int>
        package let weight: Double
    }
}
