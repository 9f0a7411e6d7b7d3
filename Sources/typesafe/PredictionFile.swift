import ScamTaxonomy
import ScamDetection
import Foundation

/// Writes the file of `--predictions`: one JSON object for each judgement.
enum PredictionFile {
    private struct Line: Encodable {
        var id: String
        var scamProbability: Double
        var riskLevel: RiskLevel
    }

    static func write(_ judgements: [(id: String, judgement: Judgement)], to path: String) throws(Failure) {
        let lines = judgements.map {
            JSONOutput.text(
                Line(id: $0.id, scamProbability: $0.judgement.probability, riskLevel: $0.judgement.level))
                + "\n"
        }
        do {
            try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .cannotWrite(path)
        }
    }
}
