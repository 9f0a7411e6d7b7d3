import Foundation
import Texts

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

/// Makes text from outside safe to print on a terminal.
enum TerminalText {
    /// Returns the text on one line. Characters that could move the cursor, or hide or reorder text, are replaced by
    /// visible signs.
    static func visible(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: "⏎"
                    case .format: "·"
                    default: scalar
                    }
                }))
    }
}

/// The columns that text takes on a terminal, where Chinese and Japanese characters take two.
enum TerminalWidth {
    /// Blocks of wide characters (Unicode Standard Annex 11).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
    ]
    /// Marks that don't begin a line.
    private static let closing: Set<Character> = [
        "，", "。", "！", "？", "、", "；", "：", "）", "」", "』", "》", "”", "’", "％",
    ]

    static func of(_ text: some StringProtocol) -> Int {
        text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
    }

    /// Text of at most so many columns. What is cut off is told by an ellipsis.
    static func cut(_ text: String, to columns: Int) -> String {
        guard of(text) > columns else { return text }
        var kept = ""
        var width = 1
        for character in text {
            width += isWide(character) ? 2 : 1
            if width > columns { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The pieces of a word that stay on one line: a word is one, but between wide characters a line may end.
    /// - Returns: the pieces, and whether a blank stands before each.
    static func pieces(_ word: Substring) -> [(Substring, isSpaced: Bool)] {
        guard word.contains(where: isWide) else { return [(word, true)] }
        var pieces: [(Substring, isSpaced: Bool)] = []
        var start = word.startIndex
        for index in word.indices.dropFirst()
        where !closing.contains(word[index])
            && (isWide(word[index]) || isWide(word[word.index(before: index)]))
        {
            pieces.append((word[start..<index], pieces.isEmpty))
            start = index
        }
        return pieces + [(word[start...], pieces.isEmpty)]
    }

    private static func isWide(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value, value >= 0x1100 else { return false }
        return wide.contains { $0.contains(value) }
    }
}

/// Formats times, sizes and columns for people.
enum TextFormat {
    static func age(_ seconds: TimeInterval) -> String {
        // Another program may have written any date into the store, even one that doesn't fit an Int.
        let seconds = Int(min(max(seconds, 0), 1e12))
        return switch seconds {
        case ..<60: UserTexts.say(.ageSeconds, ["count": .number(seconds)])
        case ..<3_600: UserTexts.say(.ageMinutes, ["count": .number(seconds / 60)])
        case ..<86_400: UserTexts.say(.ageHours, ["count": .number(seconds / 3_600)])
        default: UserTexts.say(.ageDays, ["count": .number(seconds / 86_400)])
        }
    }

    static func size(_ bytes: Int) -> String {
        bytes < 1 << 20
            ? UserTexts.say(.sizeKilobytes, ["count": .number((bytes + 1_023) / 1_024)])
            : UserTexts.say(.sizeMegabytes, ["count": .number((bytes + (1 << 19)) >> 20)])
    }

    /// Pads all columns but the last to the same width, and joins the columns to lines.
    static func columns(_ rows: [[String]]) -> [String] {
        let widths = (0..<(rows.first?.count ?? 0)).map { column in
            rows.map { TerminalWidth.of($0[column]) }.max() ?? 0
        }
        return rows.map { row in
            let padded = zip(row.dropLast(), widths).map {
                $0 + String(repeating: " ", count: $1 - TerminalWidth.of($0))
            }
            return (padded + row.suffix(1)).joined(separator: "  ")
        }
    }

    /// Columns of which the last is on a line of its own where all aren't as narrow as `width`.
    static func columns(_ rows: [[String]], width: Int) -> [String] {
        let heads = columns(rows.map { Array($0.dropLast()) })
        return zip(columns(rows), zip(heads, rows)).flatMap { line, parts in
            TerminalWidth.of(line) <= width ? [line] : [parts.0, "    " + (parts.1.last ?? "")]
        }
    }

    /// Breaks text into lines of at most `width` columns.
    /// - Parameters:
    ///   - indent: number of blank columns before each line.
    ///   - first: text that stands before the first line in place of the blank columns.
    static func wrapped(_ text: String, width: Int, indent: Int = 0, first: String? = nil) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = first ?? margin
        var isEmpty = true
        for (piece, isSpaced) in text.split(separator: " ").flatMap(TerminalWidth.pieces) {
            let blank = isSpaced && !isEmpty ? " " : ""
            if !isEmpty, TerminalWidth.of(line) + blank.count + TerminalWidth.of(piece) > width {
                lines.append(line)
                line = margin + piece
            } else {
                line += blank + piece
            }
            isEmpty = false
        }
        return lines + [line]
    }
}
