import ArgumentParser
import BundledResources
import Foundation
import ScamDetection

/// The folders of rules and lexicon.
struct RuleFiles: ParsableArguments {
    @Option(help: ArgumentHelp("Directory with the rules (default: the shipped ones).", valueName: "dir"))
    var rules: String?

    @Option(help: ArgumentHelp("Directory with the lexicon (default: the shipped one).", valueName: "dir"))
    var lexicon: String?

    var rulesDirectory: URL {
        rules.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.rules
    }
    var lexiconDirectory: URL {
        lexicon.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.lexicon
    }

    /// - Parameter checksExamples: whether to test the rules' examples, which takes longer than loading.
    func detector(checksExamples: Bool = false) throws(Failure) -> ScamDetector {
        do throws(RuleError) {
            return try ScamDetector(
                rules: rulesDirectory, lexicon: lexiconDirectory, checksExamples: checksExamples)
        } catch {
            throw .rules(error)
        }
    }
}
