import BundledResources
import Foundation
import ScamDetection
import TestSupport
import Testing

/// The shipped rules, loaded once.
enum ShippedRules {
    static let detector: Result<ScamDetector, RuleError> = Result { () throws(RuleError) in
        try ScamDetector(
            rules: BundledResources.rules, lexicon: BundledResources.lexicon,
            languages: ShippedLanguages.all, checksExamples: false)
    }

    /// Texts that rules match; empty if the rules don't load, which another test reports.
    static let examples: [(rule: String, text: String)] =
        ((try? detector.get().rules) ?? []).flatMap { rule in
            rule.examples.filter(\.matches).map { (rule.id, $0.text.value) }
        }

    /// Harmless lines of each language that hold what rules look for.
    static let harmless: [String] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent(
                "Harmless")
        let files =
            (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.flatMap { file in
            ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        }
    }()
}
