import Foundation

/// What standard output is connected to, and how it can be formatted.
struct Terminal: Sendable {
    enum ColorChoice: String, CaseIterable, Sendable {
        case auto, always, never
    }

    let isTerminal: Bool
    let hasColor: Bool
    /// Number of columns for text: the terminal's, or else that in `COLUMNS`, or else 80.
    let width: Int

    /// Widths outside this range are rounded to it. Narrower lines would break within words; wider ones are hard to read.
    private static let widthRange = 20...120
    private static let defaultWidth = 80

    /// - Parameter color: the value of `--color`. It has priority over `NO_COLOR` (no-color.org), which has priority
    ///   over `CLICOLOR_FORCE`.
    init(
        descriptor: Int32 = STDOUT_FILENO, color: ColorChoice = .auto,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        isTerminal = isatty(descriptor) == 1
        func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
        hasColor =
            switch color {
            case .always: true
            case .never: false
            case .auto:
                !isSet("NO_COLOR")
                    && (isSet("CLICOLOR_FORCE") && environment["CLICOLOR_FORCE"] != "0"
                        || isTerminal && environment["TERM"] != "dumb")
            }
        var size = winsize()
        let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let columns =
            hasSize ? Int(size.ws_col) : environment["COLUMNS"].flatMap(Int.init) ?? Self.defaultWidth
        width = min(max(columns, Self.widthRange.lowerBound), Self.widthRange.upperBound)
    }

    enum Style: String {
        case bold = "1"
        case faint = "2"
        case red = "1;97;41"
        case yellow = "1;30;43"
        case green = "1;30;42"
        case grey = "7"
    }

    func styled(_ text: String, _ style: Style) -> String {
        hasColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
