/// Judgements of each message by a model that has seen neither the message nor its near copies.
package struct CrossValidation: Sendable {
    package enum Split: Sendable, Equatable {
        /// This number of parts of similar size. All messages of a cluster are in one part.
        case clusters(Int)
        case sources
    }

    /// The judgements, by sample number. Those of examples mean nothing, as examples are part of every model.
    package private(set) var judgements: [Judgement]
    /// For each sample, the index in `models` of the model that judged it.
    package private(set) var modelNumbers: [Int]
    package private(set) var models: [FittedModel]

    @concurrent package init(
        _ problem: FitProblem, _ samples: [FitSample], _ split: Split,
        progress: @escaping @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async {
        let parts = Self.parts(samples, split)
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
        judgements = samples.indices.map { models[max(0, modelNumbers[$0])].judgement(problem, $0) }
    }

    /// The part number of examples that stand alone, which are in every model.
    private static let always = -1

    private static func parts(_ samples: [FitSample], _ split: Split) -> [Int] {
        switch split {
        case .clusters(let count):
            return samples.map {
                $0.isExample && $0.message.source == nil
                    ? always : Folds.number($0.message.cluster, of: count)
            }
        case .sources:
            let names = Set(samples.lazy.filter { !$0.isExample }.map { $0.message.source ?? "" }).sorted()
            var numbers: [String: Int] = [:]
            for (number, name) in names.enumerated() { numbers[name] = number }
            return samples.map {
                $0.isExample && $0.message.source == nil ? always : numbers[$0.message.source ?? ""] ?? 0
            }
        }
    }
}
