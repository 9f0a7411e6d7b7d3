import Glibc

/// An error that ends the process with a line on standard error.
struct CommandFailure: Error {
    let reason: String
    /// Exit code: 1, or one of sysexits.h.
    let code: Int32

    static func failed(_ reason: String) -> CommandFailure {
        CommandFailure(reason: reason, code: EXIT_FAILURE)
    }

    /// A flag, an environment variable or the file of limits can't be used.
    static func usage(_ reason: String) -> CommandFailure { CommandFailure(reason: reason, code: EX_USAGE) }

    /// The address or the database can't be used.
    static func unavailable(_ reason: String) -> CommandFailure {
        CommandFailure(reason: reason, code: EX_UNAVAILABLE)
    }

    /// The workers can't give up the rights that `--require-sandbox` wants them to.
    static func unprotected(_ reason: String) -> CommandFailure {
        CommandFailure(reason: reason, code: EX_NOPERM)
    }

    /// Rules, lexicon, language data, keys or webhooks can't be used.
    static func configuration(_ reason: String) -> CommandFailure {
        CommandFailure(reason: reason, code: EX_CONFIG)
    }
}
