import Foundation
@testable import ScamDetection
import TestSupport
import Testing

@Suite("Text fit") struct TextFitTests {
    private static let scam = ["claim", "prize", "voucher", "winner"]
    private static let genuine = ["meeting", "garden", "invoice", "dinner"]

    /// Messages of two words, of which one tells the label.
    private static func messages(_ count: Int, source: String = "a") -> [LabelledMessage] {
        (0..<count).flatMap { number in
            [
                SmallRules.message("\(scam[number % 4]) word\(number % 7)", .scam, number, source: source),
                SmallRules.message(
                    "\(genuine[number % 4]) word\(number % 7)", .legit, count + number, source: source),
            ]
        }
    }

    private static func fit(_ messages: [LabelledMessage]) async throws -> (
        samples: [FitSample], fit: ModelFit
    ) {
        let detector = try SmallRules.folder().detector()
        let samples = await FitSample.all(from: messages, by: detector)
        return (samples, await ModelFit(samples, settings: detector.settings, options: FitOptions()))
    }

    @Test("Words that tell scams from others are learned") func learns() async throws {
        let (samples, fit) = try await Self.fit(Self.messages(30) + Self.messages(30, source: "b"))
        for sample in samples {
            let logOdds = try #require(fit.model.logOdds(of: sample.features))
            #expect((logOdds > 0) == (sample.message.label == .scam))
        }
        #expect(fit.settings.mediumBand <= 0.15)
    }

    @Test("The same messages give the same bytes") func isDeterministic() async throws {
        let messages = Self.messages(40)
        #expect(try await Self.fit(messages).fit.model.bytes == Self.fit(messages).fit.model.bytes)
    }

    @Test("Advertising teaches nothing, nor do constructed messages of a language with real scams")
    func leftOut() async throws {
        let real = Self.messages(40)
        let others = (0..<40).flatMap { number in
            [
                SmallRules.message("garden word\(number)", .spam, number, source: "ads"),
                SmallRules.message("dinner word\(number)", .scam, number, source: "made", isSynthetic: true),
            ]
        }
        #expect(try await Self.fit(real).fit.model == Self.fit(real + others).fit.model)
    }

    @Test("A genuine message is judged without its source") func sourceLeftOut() async throws {
        // Only the source "odd" has genuine messages with the words of scams.
        let odd = (0..<40).map { SmallRules.message("claim prize", .legit, $0, source: "odd") }
        let (samples, fit) = try await Self.fit(Self.messages(60) + odd)
        for (sample, judgement) in zip(samples, fit.heldOut) where sample.message.source == "odd" {
            #expect(judgement.probability > 0.5)
        }
    }

    @Test("Nothing to judge is low") func nothingToJudge() async throws {
        let (_, fit) = try await Self.fit(
            Self.messages(40)
                + SmallRules.messages([("!!", .legit, 1)]).map {
                    var message = $0
                    message.id = "blank"
                    return message
                })
        #expect(fit.heldOut.last == Judgement(isScam: false, probability: 0, level: .low))
    }

    @Test("The numbers are written where they stood") func written() async throws {
        let folder = try SmallRules.folder()
        let (_, fit) = try await Self.fit(Self.messages(40))
        try SettingsFile.write(fit, notes: ["first"], in: folder.rules)
        try SettingsFile.write(fit, notes: ["second"], in: folder.rules)
        let text = try String(contentsOf: folder.rules.appendingPathComponent("groups.yaml"), encoding: .utf8)
        #expect(text.contains("# fit: second") && !text.contains("# fit: first") && text.contains("# Platt"))
        let settings = try ScoringSettings(directory: folder.rules)
        #expect(abs(settings.slope - fit.settings.slope) < 0.001)
        #expect(try TextModel(directory: folder.rules) == fit.model)
        #expect(throws: SettingsFile.EditError.noLine(file: "groups.yaml", key: "bands:")) {
            try SettingsFile.edited("calibration: {}", fit.settings, notes: [])
        }
    }
}
