import ArgumentParser
import BundledResources
import Foundation
import ScamDetection
import TextAnalysis

/// Options for the folders of rules, lexicon and language files.
struct RuleFiles: ParsableArguments {
    @Option(help: ArgumentHelp("Directory with the rules (default: the shipped ones).", valueName: "dir"))
    var rules: String?

    @Option(help: ArgumentHelp("Directory with the lexicon (default: the shipped one).", valueName: "dir"))
    var lexicon: String?

    @Option(
        help: ArgumentHelp("Directory with the language files (default: the shipped ones).", valueName: "dir")
    )
    var languageFiles: String?

    var rulesDirectory: URL {
        rules.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.rules
    }
    var lexiconDirectory: URL {
        lexicon.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.lexicon
    }

    /// - Parameter checksExamples: whether the examples of the rules are tested, which takes longer than loading.
    func detector(checksExamples: Bool = false) throws(Failure) -> ScamDetector {
        let languages = try Self.languages(in: languageFiles)
        do throws(RuleError) {
            return try ScamDetector(
                rules: rulesDirectory, lexicon: lexiconDirectory, languages: languages,
                checksExamples: checksExamples)
        } catch {
            throw .rules(error)
        }
    }

    /// A detector for judging only, which is ready sooner where all files are the shipped ones.
    func judge() throws(Failure) -> ScamDetector {
        guard rules == nil, lexicon == nil, languageFiles == nil else { return try detector() }
        return try DetectorSnapshot.shipped.detector { () throws(Failure) in try detector() }
    }

    /// - Parameter directory: folder of language files; nil for the shipped ones.
    static func languages(in directory: String?) throws(Failure) -> Languages {
        let url = directory.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? BundledResources.languages
        do throws(LanguageError) {
            return try Languages(directory: url)
        } catch {
            throw .languages(error)
        }
    }
}
