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

/// The reason why a command failed: a line on standard error, and an exit code (sysexits.h).
enum Failure: Error {
    /// A file of rules or of the lexicon has an error.
    case rules(RuleError)
    /// A language file has an error that makes it unusable.
    case languages(LanguageError)
    /// An input doesn't exist or can't be read.
    case noInput(String)
    /// An input can be read, but its content isn't valid.
    case badInput(String)
    case cannotWrite(String)
    case noServer(String)

    /// What went wrong as a fit was written into rule files.
    static func edit(_ error: SettingsFile.EditError) -> Failure {
        switch error {
        case .unreadable(let file), .unwritable(let file): .cannotWrite(file)
        case .noLine(let file, let key): .badInput("\(file): needs \(key) and its value on one line")
        }
    }

    var line: String {
        switch self {
        case .rules(let error): RuleProblem(error).text
        case .languages(let error): error.description
        case .noInput(let what): "can't read \(what)"
        case .badInput(let what), .noServer(let what): what
        case .cannotWrite(let what): "can't write \(what)"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .rules, .languages: ExitCode(EX_CONFIG)
        case .noInput: ExitCode(EX_NOINPUT)
        case .badInput: ExitCode(EX_DATAERR)
        case .cannotWrite: ExitCode(EX_CANTCREAT)
        case .noServer: ExitCode(EX_UNAVAILABLE)
        }
    }

    /// Runs a command's body. It prints the failure that the body throws and turns it into the exit code.
    static func reported<Value>(_ body: () async throws(Failure) -> Value) async throws -> Value {
        do throws(Failure) {
            return try await body()
        } catch {
            StandardError.line("typesafe: \(error.line)")
            throw error.exitCode
        }
    }
}
