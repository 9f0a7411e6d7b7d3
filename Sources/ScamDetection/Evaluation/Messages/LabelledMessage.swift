package import Foundation

/// A message of a data set. Only the text and the label are required.
package struct LabelledMessage: Sendable {
    package enum Label: String, Sendable, CaseIterable, Codable {
        case scam
        /// Unwanted advertising, which counts neither as a scam nor as genuine.
        case spam
        case legit
    }

    package var id: String
    package var text: String
    package var label: Label
    /// The language of the message, as an ISO 639-1 code.
    package var language: String?
    package var source: String?
    package var category: String?
    package var isSynthetic: Bool
    /// Whether it is a genuine message that simple rules take for a scam.
    package var isHard: Bool
    /// Name of the message's cluster: near copies share one, and stay on one side of every split.
    package var cluster: String

    package init(
        id: String, text: String, label: Label, language: String? = nil, source: String? = nil,
        category: String? = nil, isSynthetic: Bool = false, isHard: Bool = false, cluster: String? = nil
    ) {
        self.id = id
        self.text = text
        self.label = label
        self.language = language
        self.source = source
        self.category = category
        self.isSynthetic = isSynthetic
        self.isHard = isHard
        self.cluster = cluster ?? id
    }

    /// Whether the message is part of the figures.
    package var counts: Bool { label != .spam && !isSynthetic }
}

extension LabelledMessage {
    /// The reason why a data set can't be read.
    package enum ReadError: Error, Equatable {
        case unreadable
        /// A line of the file, counted from 1, holds no such message.
        case malformed(line: Int)
        case duplicateID(line: Int)
        case empty
    }

    private struct Row: Decodable {
        var id: String?
        var text: String
        var label: Label
        var lang: String?
        var source: String?
        var category: String?
        var synthetic: Bool?
        var hard: Bool?
        var cluster: String?
    }

    /// Reads a file with a JSON object on each line. docs/evaluation.md lists the keys; unknown ones are ignored.
    package static func all(in file: URL) throws(ReadError) -> [LabelledMessage] {
        guard let data = try? Data(contentsOf: file) else { throw .unreadable }
        let decoder = JSONDecoder()
        var messages: [LabelledMessage] = []
        var seen: Set<String> = []
        var number = 0
        for line in data.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { $0 > 0x20 }) else { continue }
            guard let row = try? decoder.decode(Row.self, from: line) else {
                throw .malformed(line: number)
            }
            var id = row.id ?? "line-\(number)"
            // Collections that were put together may give an id twice.
            if !seen.insert(id).inserted { id += ", line \(number)" }
            messages.append(
                LabelledMessage(
                    id: id, text: row.text, label: row.label, language: row.lang, source: row.source,
                    category: row.category, isSynthetic: row.synthetic ?? false, isHard: row.hard ?? false,
                    cluster: row.cluster))
        }
        guard !messages.isEmpty else { throw .empty }
        return messages
    }
}
