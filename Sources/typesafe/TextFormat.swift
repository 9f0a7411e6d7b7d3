import Foundation
import Texts

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
