import ScamDetection
package import TextAnalysis

/// The words, pairs of words and kinds of entities that a fit may give weights to: those that enough different messages hold.
package struct WordVocabulary: Sendable {
    package struct Entry: Sendable, Equatable {
        package let language: Language
        /// The word as `words.tsv` writes it.
        package let written: String
    }

    /// By number, sorted by language and word.
    package let entries: [Entry]
    private let numbers: [Language: [UInt64: Int]]

    package var count: Int { entries.count }

    /// - Parameters:
    ///   - samples: messages whose words are candidates; examples of rules are none.
    ///   - leftOut: words that get no weight, as the files write them.
    package init(_ samples: [FitSample], leftOut: [Language: Set<String>] = [:], options: FitOptions) {
        let languages = Self.languages(samples, options)
        var clusters: [Language: [UInt64: (written: String, clusters: Set<String>)]] = [:]
        for sample in samples where !sample.isExample && sample.message.label != .spam {
            guard let language = sample.language, languages.contains(language) else { continue }
            // That a message has a link is for rules to weigh, which know the link.
            for (key, written) in sample.words
            where !WordFeatures.isKind(written) && !Self.isLeftOut(written, leftOut[language]) {
                clusters[language, default: [:]][key, default: (written, [])].clusters.insert(
                    sample.message.cluster)
            }
        }
        var entries: [(entry: Entry, key: UInt64)] = []
        for (language, words) in clusters {
            for (key, word) in words where word.clusters.count >= options.fewestWordClusters {
                entries.append((Entry(language: language, written: word.written), key))
            }
        }
        entries.sort { ($0.entry.language, $0.entry.written) < ($1.entry.language, $1.entry.written) }
        self.entries = entries.map(\.entry)
        var numbers: [Language: [UInt64: Int]] = [:]
        for (number, (entry, key)) in entries.enumerated() {
            numbers[entry.language, default: [:]][key] = number
        }
        self.numbers = numbers
    }

    private static func isLeftOut(_ written: String, _ words: Set<String>?) -> Bool {
        guard let words else { return false }
        return written.split(separator: " ").contains { words.contains(String($0)) }
    }

    /// The languages that have enough messages of both kinds.
    private static func languages(_ samples: [FitSample], _ options: FitOptions) -> Set<Language> {
        var counts: [Language: [LabelledMessage.Label: Int]] = [:]
        for sample in samples where !sample.isExample {
            if let language = sample.language {
                counts[language, default: [:]][sample.message.label, default: 0] += 1
            }
        }
        return Set(
            counts.filter { count in
                [.scam, .legit].allSatisfy { count.value[$0, default: 0] >= options.fewestWordMessages }
            }.keys)
    }

    /// No words.
    package init() {
        entries = []
        numbers = [:]
    }

    /// The numbers of a message's words, in ascending order.
    func numbers(of sample: FitSample) -> [Int] {
        guard let known = sample.language.flatMap({ numbers[$0] }) else { return [] }
        return sample.words.keys.compactMap { known[$0] }.sorted()
    }
}
