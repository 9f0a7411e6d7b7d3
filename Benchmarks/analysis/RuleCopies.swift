import Foundation

/// Makes a larger rule set: each file several times, under new ids.
enum RuleCopies {
    static func write(_ count: Int, of rules: URL, to folder: URL) throws {
        let manager = FileManager.default
        try manager.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in try manager.contentsOfDirectory(atPath: rules.path) where !name.hasPrefix(".") {
            let source = rules.appendingPathComponent(name)
            let target = folder.appendingPathComponent(name)
            try manager.copyItem(at: source, to: target)
            guard !name.hasSuffix(".yaml") else { continue }
            for file in try manager.contentsOfDirectory(atPath: source.path) {
                let text = try String(contentsOf: source.appendingPathComponent(file), encoding: .utf8)
                for copy in 1..<count {
                    let place = target.appendingPathComponent("copy-\(copy)-\(file)")
                    try Data(renamed(text, "-copy\(copy)").utf8).write(to: place)
                }
            }
        }
    }

    /// The text with an ending on every rule's id. Features keep their names.
    private static func renamed(_ text: String, _ ending: String) -> String {
        let groups = [
            "ask.", "pressure.", "identity.", "link.", "conversation.", "composite.", "protective.",
        ]
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let isExample = line.contains("\"") && !line.contains("\".")
            guard !isExample, !line.contains("feature:") else { return String(line) }
            var result = ""
            var rest = line
            while let first = rest.first {
                let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
                if word.isEmpty {
                    result.append(first)
                    rest = rest.dropFirst()
                } else {
                    let isID = groups.contains { word.hasPrefix($0) && word.count > $0.count }
                    result += isID ? word + ending : word
                    rest = rest[word.endIndex...]
                }
            }
            return result
        }
        .joined(separator: "\n")
    }
}
