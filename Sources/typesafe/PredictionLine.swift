import Evaluation

/// A judgement as other programs read it.
struct PredictionLine: Encodable {
    var id: String
    var scamProbability: Double
    var riskLevel: Judgement.Level

    init(_ id: String, _ judgement: Judgement) {
        self.id = id
        scamProbability = judgement.probability
        riskLevel = judgement.level
    }

    var json: String { JSONOutput.text(self, isPretty: false) }
}
