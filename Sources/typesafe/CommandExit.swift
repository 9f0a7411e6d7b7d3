import ArgumentParser
import TypeSafeAPI

/// Exit code of a scanning command. Where there are several outcomes, a scam that was found decides first, then an
/// error, then an image without text.
enum CommandExit: Int32, Sendable, CaseIterable {
    /// No verdict has the risk level of `--fail-on` or a higher one.
    case clean = 0
    case found = 1
    case failed = 2
    case noText = 3
    case interrupted = 130

    var code: ExitCode { ExitCode(rawValue) }

    /// - Parameter isExitZero: replaces `found` and `noText` by `clean`. Errors stay errors.
    init(_ outcomes: OutcomeTally, failOn: RiskThreshold, isExitZero: Bool) {
        let status: CommandExit =
            if RiskLevel.allCases.contains(where: { outcomes[$0] > 0 && failOn.isReached(by: $0) }) {
                .found
            } else if outcomes[nil] > 0 {
                .failed
            } else if outcomes[.unknown] > 0 {
                .noText
            } else {
                .clean
            }
        self = isExitZero && status != .failed ? .clean : status
    }

    /// The list of exit codes for `--help` and the manual page.
    static let help =
        "Exit codes: 0 nothing at or above --fail-on, 1 found, 2 error, 3 not readable or understood, 64 wrong usage, 130 interrupted."
}

/// The lowest risk level at which a command ends with `CommandExit.found`.
enum RiskThreshold: String, ExpressibleByArgument, CaseIterable, Sendable {
    case low, medium, high, never

    func isReached(by risk: RiskLevel) -> Bool {
        switch self {
        case .never: false
        case .high: risk == .high
        case .medium: risk == .high || risk == .medium
        case .low: risk != .unknown
        }
    }
}
