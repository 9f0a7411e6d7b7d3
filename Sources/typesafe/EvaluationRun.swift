import ScamDetection
import Foundation

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
