import Evaluation
import Foundation

/// A judgement as other programs read it.
struct PredictionLine: Codable {
    var id: String
    var scamProbability: Double
    var riskLevel: Judgement.Level

    private enum CodingKeys: String, CodingKey {
        case id
        case scamProbability = "scam_probability"
        case riskLevel = "risk_level"
    }

    init(_ id: String, _ judgement: Judgement) {
        self.id = id
        scamProbability = judgement.probability
        riskLevel = judgement.level
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
