import ArgumentParser
import Foundation
import ScamDetection

/// `typesafe evaluate`: measures the quality of the verdicts on labelled messages.
struct EvaluateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measures the verdicts on labelled messages.",
        discussion: """
            A file holds a JSON object a line: text and label (scam, spam or legit), and optionally id, lang, source, category, \
            synthetic, hard and cluster. Each file is a set of its own. Positive is scam, negative legit; spam and synthetic messages \
            don't count. A folder holds screenshots and a manifest.jsonl with file, label and optionally lang, category, platform and \
            message_text; the server at --server judges them. docs/evaluation.md defines the figures. Without --show-text no message's text is printed.

            Exit codes: 0 done, 64 wrong usage, 65 a file makes no sense, 66 a file can't be read, 69 the server doesn't answer, 73 a file can't be written, \
            78 rules are refused.
            """)

    @Argument(help: ArgumentHelp("Files of labelled messages; folders of screenshots.", valueName: "path"))
    var paths: [String]

    @OptionGroup var files: RuleFiles

    @Option(help: ArgumentHelp("Server that judges the screenshots.", valueName: "url"))
    var server: String?

    @Flag(help: "Print JSON, with every judgement, for programs and for --compare.")
    var json = false

    @Option(
        help: ArgumentHelp("Tell which messages changed side since this run's --json.", valueName: "file"))
    var compare: String?

    @Option(help: ArgumentHelp("List this many of the worst false alarms and misses.", valueName: "number"))
    var worst = 0

    @Flag(help: "Print texts where messages are listed.")
    var showText = false

    @Flag(help: "Add a table of the synthetic messages.")
    var includeSynthetic = false

    @Option(
        help: ArgumentHelp(
            "Source of real scams from phones, held against hard genuine messages; repeatable.",
            valueName: "name"))
    var phoneSource = ["smishtank"]

    @Option(help: ArgumentHelp("Write the judgements as a JSON object a line.", valueName: "file"))
    var predictions: String?

    func validate() throws {
        guard !paths.isEmpty else { throw ValidationError("Name at least one file.") }
        guard server != nil || !paths.contains(where: MessageFile.isFolder) else {
            throw ValidationError("Screenshots need --server, such as http://127.0.0.1:8080.")
        }
        guard worst >= 0 else { throw ValidationError("--worst can't be less than 0.") }
    }

    func run() async throws { try await Failure.reported(evaluate) }

    private func evaluate() async throws(Failure) {
        var earlier: [String: EvaluationRun.Earlier.Set] = [:]
        if let compare { earlier = try EvaluationRun.Earlier.read(compare) }
        let detector = try paths.allSatisfy(MessageFile.isFolder) ? nil : files.detector()
        var runs: [EvaluationRun] = []
        for path in paths {
            let judged = try await judged(path, by: detector)
            StandardError.progress("\(path): figures")
            let name = URL(fileURLWithPath: path).lastPathComponent
            let before =
                earlier[name] ?? (earlier.count == 1 && paths.count == 1 ? earlier.first?.value : nil)
            runs.append(
                EvaluationRun(
                    name: name, rulesVersion: detector?.rulesVersion, judged: judged,
                    phoneSources: Set(phoneSource), includingSynthetic: includeSynthetic,
                    comparedTo: before?.judgements))
        }
        StandardError.progress("")
        if let predictions {
            try PredictionFile.write(
                runs.flatMap(\.judged).map { ($0.message.id, $0.judgement) }, to: predictions)
        }
        if json {
            print(EvaluationRun.json(runs))
        } else {
            for run in runs { print(EvaluationText(run: run, worst: worst, showsText: showText).text) }
        }
    }

    /// - Parameter detector: judges messages; nil where all paths are folders of pictures, which a server judges.
    private func judged(_ path: String, by detector: ScamDetector?) async throws(Failure) -> [JudgedMessage] {
        if MessageFile.isFolder(path), let server {
            let pictures = try MessageFile.pictures(in: path)
            return try await PictureScan(server: server).judged(pictures) {
                StandardError.progress("\(path): \($0) of \(pictures.count) pictures")
            }
        }
        guard let detector else { throw .noInput(path) }
        let messages = try MessageFile.messages(in: [path])
        return await JudgedMessage.all(messages, by: detector) {
            StandardError.progress("\(path): \($0) of \(messages.count) messages")
        }
    }
}

/// The verdicts on one data set, and all figures computed from them.
struct EvaluationRun {
    let name: String
    /// Version of the rules that judged; nil where a server judged.
    let rulesVersion: String?
    let judged: [JudgedMessage]
    let slices: [Slice]
    let comparison: Comparison?

    init(
        name: String, rulesVersion: String?, judged: [JudgedMessage], phoneSources: Set<String>,
        includingSynthetic: Bool, comparedTo earlier: [Comparison.Entry]?
    ) {
        self.name = name
        self.rulesVersion = rulesVersion
        self.judged = judged
        slices = Slice.all(
            judged.map { (message: $0.message, judgement: $0.judgement) }, phoneSources: phoneSources,
            includingSynthetic: includingSynthetic)
        comparison = earlier.map { Comparison(before: $0, after: Self.entries(judged)) }
    }

    private static func entries(_ judged: [JudgedMessage]) -> [Comparison.Entry] {
        judged.map {
            Comparison.Entry(
                id: $0.message.id, label: $0.message.label, scamProbability: $0.judgement.probability,
                riskLevel: $0.judgement.level)
        }
    }

    /// The part of an earlier output of `--json` that `--compare` reads.
    struct Earlier: Decodable {
        struct Set: Decodable {
            var name: String
            var judgements: [Comparison.Entry]
        }
        var sets: [Set]

        /// Reads the data sets of an earlier run, with their names as keys.
        static func read(_ path: String) throws(Failure) -> [String: Set] {
            guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { throw .noInput(path) }
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            guard let earlier = try? decoder.decode(Earlier.self, from: data) else {
                throw .badInput("\(path): isn't the JSON of an earlier evaluation")
            }
            return Dictionary(earlier.sets.map { ($0.name, $0) }) { first, _ in first }
        }
    }

    private struct Output: Encodable {
        struct Set: Encodable {
            var name: String
            var rulesVersion: String?
            var slices: [Slice]
            var comparison: Comparison?
            var judgements: [Comparison.Entry]
        }
        /// Version of the JSON format. It is raised when a key changes its meaning.
        var schema = 1
        var sets: [Set]
    }

    static func json(_ runs: [EvaluationRun]) -> String {
        let output = Output(
            sets: runs.map {
                Output.Set(
                    name: $0.name, rulesVersion: $0.rulesVersion, slices: $0.slices,
                    comparison: $0.comparison, judgements: entries($0.judged))
            })
        return JSONOutput.text(output)
    }
}
