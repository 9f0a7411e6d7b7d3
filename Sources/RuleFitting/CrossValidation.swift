package import Evaluation

/// Judges every message by a model that has seen neither it nor its like.
package struct CrossValidation: Sendable {
    package enum Split: Sendable, Equatable {
        /// Parts of about the same size, each cluster in one of them.
        case clusters(Int)
        /// A whole source at a time.
        case sources
    }

    /// By number of the evidence given; of no meaning for examples, which no model does without.
    package private(set) var judgements: [Judgement]
    /// By number of the evidence given, the model that judged it, in `models`.
    package private(set) var modelNumbers: [Int]
    package private(set) var models: [FittedModel]

    @concurrent package init(
        _ problem: FitProblem, _ evidence: [Evidence], _ split: Split,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async {
        let parts = Self.parts(evidence, split)
        let count = (parts.max() ?? 0) + 1
        models = await withTaskGroup(of: (Int, FittedModel).self) { group in
            for part in 0..<count {
                group.addTask {
                    (part, FittedModel(problem, rows: parts.indices.filter { parts[$0] != part }))
                }
            }
            var models: [(Int, FittedModel)] = []
            for await model in group {
                models.append(model)
                progress(models.count, count)
            }
            return models.sorted { $0.0 < $1.0 }.map(\.1)
        }
        modelNumbers = parts
        let (models, modelNumbers) = (models, modelNumbers)
        judgements = evidence.indices.map { models[max(0, modelNumbers[$0])].judgement(problem, $0) }
    }

    /// The part of what is never held out.
    private static let always = -1

    private static func parts(_ evidence: [Evidence], _ split: Split) -> [Int] {
        switch split {
        case .clusters(let count):
            return evidence.map { $0.isExample ? always : Folds.number($0.message.cluster, of: count) }
        case .sources:
            let names = Set(evidence.lazy.filter { !$0.isExample }.map { $0.message.source ?? "" }).sorted()
            var numbers: [String: Int] = [:]
            for (number, name) in names.enumerated() { numbers[name] = number }
            return evidence.map { $0.isExample ? always : numbers[$0.message.source ?? ""] ?? 0 }
        }
    }
}
