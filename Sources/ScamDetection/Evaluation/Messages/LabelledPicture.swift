package import Foundation

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
