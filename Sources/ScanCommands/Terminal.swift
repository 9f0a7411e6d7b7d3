import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What standard output is, and what may be sent to it.
struct Terminal: Sendable {
    enum ColorChoice: String, CaseIterable, Sendable {
        case auto, always, never
    }

    let isTerminal: Bool
    let hasColor: Bool
    /// Columns; 80 where nobody tells.
    let width: Int

    /// `NO_COLOR` (no-color.org) comes before `CLICOLOR_FORCE`, and the flag before both.
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
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            width = min(max(Int(size.ws_col), 20), 120)
        } else {
            width = environment["COLUMNS"].flatMap(Int.init).map { min(max($0, 20), 120) } ?? 80
        }
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
