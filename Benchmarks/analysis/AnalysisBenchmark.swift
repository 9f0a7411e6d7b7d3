import Foundation
import ScamDetection
import TextAnalysis

/// Measures the time for loading the rules and judging texts; see README.md. With `codes` as its first argument it reads the codes of
/// the pictures that follow.
@main
enum AnalysisBenchmark {
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "codes" {
            return try CodeReading.print(CommandLine.arguments.dropFirst(2))
        }
        let options = try Options(CommandLine.arguments.dropFirst())
        let resources = Resources(
            rules: options.rules, lexicon: options.lexicon, languages: options.languages)
        if options.shows("loading") { try LoadingTable.print(resources, times: options.loads) }
        let detector = try ScamDetector(
            rules: options.rules, lexicon: options.lexicon,
            languages: Languages(directory: options.languages),
            checksExamples: false)
        let messages =
            try options.messages.map(Messages.texts)
            ?? detector.rules.flatMap(\.examples).map(\.text.value)
        if options.shows("messages") { MessageTable.print(messages, detector, passes: options.passes) }
        if options.shows("lengths") { LengthTable.print(detector) }
        if options.shows("memory") { try MemoryTable.print(messages, detector) }
        if options.shows("items") {
            ItemTable.print(
                detector, wordLists: options.languages.appendingPathComponent("words", isDirectory: true))
        }
    }
}

struct Resources {
    var rules: URL
    var lexicon: URL
    var languages: URL
}

private struct Options {
    var rules = URL(fileURLWithPath: "Resources/rules")
    var lexicon = URL(fileURLWithPath: "Resources/lexicon")
    var languages = URL(fileURLWithPath: "Resources/languages")
    var loads = 20
    var passes = 3
    var messages: URL?
    /// Name of the only table to print; nil prints all.
    private var only: String?

    func shows(_ table: String) -> Bool { only == nil || only == table }

    struct Unknown: Error { var argument: String }

    init(_ arguments: ArraySlice<String>) throws {
        var rest = arguments
        while let name = rest.popFirst() {
            guard name.hasPrefix("--") else {
                messages = URL(fileURLWithPath: name)
                continue
            }
            guard let value = rest.popFirst() else { throw Unknown(argument: name) }
            switch (name, Int(value)) {
            case ("--rules", _): rules = URL(fileURLWithPath: value)
            case ("--lexicon", _): lexicon = URL(fileURLWithPath: value)
            case ("--language-files", _): languages = URL(fileURLWithPath: value)
            case ("--only", _): only = value
            case ("--loads", let number?): loads = max(1, number)
            case ("--passes", let number?): passes = max(1, number)
            default: throw Unknown(argument: name)
            }
        }
    }
}

private enum Messages {
    private struct Line: Decodable { var text: String }

    /// Reads the `text` of the JSON object on each line.
    static func texts(_ url: URL) throws -> [String] {
        let decoder = JSONDecoder()
        return try Data(contentsOf: url).split(separator: 0x0A).map {
            try decoder.decode(Line.self, from: $0).text
        }
    }
}
