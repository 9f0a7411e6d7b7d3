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

package struct LabelledPicture: Sendable {
    package var file: URL
    /// The label and what else is known. The text is the true one, or empty; the source is the platform.
    package var message: LabelledMessage

    private static let manifest = "manifest.jsonl"

    private struct Row: Decodable {
        var file: String
        var label: String
        var lang: String?
        var category: String?
        var platform: String?
        var messageText: String?
    }

    /// Reads the pictures that a folder's `manifest.jsonl` names, or else those with a file `NAME.json` beside them.
    /// Pictures with a label that messages can't have are counted and left out.
    package static func all(
        in folder: URL
    ) throws(LabelledMessage.ReadError) -> (pictures: [LabelledPicture], leftOut: Int) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var pictures: [LabelledPicture] = []
        var leftOut = 0
        var seen: Set<String> = []
        for (line, truth) in try truths(in: folder) {
            guard let row = try? decoder.decode(Row.self, from: truth), isName(row.file) else {
                throw .malformed(line: line)
            }
            guard seen.insert(row.file).inserted else { throw .duplicateID(line: line) }
            guard let label = LabelledMessage.Label(rawValue: row.label) else {
                leftOut += 1
                continue
            }
            pictures.append(
                LabelledPicture(
                    file: folder.appendingPathComponent(row.file),
                    message: LabelledMessage(
                        id: row.file, text: row.messageText ?? "", label: label, language: row.lang,
                        source: row.platform, category: row.category)))
        }
        guard !pictures.isEmpty else { throw .empty }
        return (pictures, leftOut)
    }

    /// The JSON objects of all pictures, numbered from 1.
    private static func truths(in folder: URL) throws(LabelledMessage.ReadError) -> [(line: Int, truth: Data)]
    {
        if let data = try? Data(contentsOf: folder.appendingPathComponent(manifest)) {
            return data.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated()
                .filter { $0.element.contains { $0 > 0x20 } }
                .map { ($0.offset + 1, Data($0.element)) }
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            throw .unreadable
        }
        var truths: [(line: Int, truth: Data)] = []
        for (index, name) in names.filter({ $0.hasSuffix(".json") }).sorted().enumerated() {
            guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
                throw .unreadable
            }
            truths.append((index + 1, data))
        }
        return truths
    }

    /// Whether a manifest may give the name: it must be a file of the manifest's own folder.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.contains("/") && !name.hasPrefix(".")
    }
}
