import ArgumentParser
import Foundation
import RuleFitting
import ScamDetection

/// Why a command couldn't do its work: one line on standard error, and how the process ends (sysexits.h).
enum Failure: Error {
    /// A rule or lexicon file is at fault.
    case rules(RuleError)
    /// An input isn't there or can't be read.
    case noInput(String)
    /// An input is there and makes no sense.
    case badInput(String)
    case cannotWrite(String)

    var line: String {
        switch self {
        case .rules(let error): RuleComplaint(error).text
        case .noInput(let what): "can't read \(what)"
        case .badInput(let what): what
        case .cannotWrite(let what): "can't write \(what)"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .rules: ExitCode(EX_CONFIG)
        case .noInput: ExitCode(EX_NOINPUT)
        case .badInput: ExitCode(EX_DATAERR)
        case .cannotWrite: ExitCode(EX_CANTCREAT)
        }
    }

    /// Runs a command's body; what stops it is said and becomes the exit code.
    static func reported(_ body: () async throws(Failure) -> Void) async throws {
        do throws(Failure) {
            try await body()
        } catch {
            StandardError.write("typesafe: \(error.line)\n")
            throw error.exitCode
        }
    }
}
