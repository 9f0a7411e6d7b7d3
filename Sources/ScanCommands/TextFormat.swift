import Foundation

/// Formats times, sizes and columns for people.
enum TextFormat {
    static func age(_ seconds: TimeInterval) -> String {
        // Another program may have written any date into the store, even one that doesn't fit an Int.
        let seconds = Int(min(max(seconds, 0), 1e12))
        return switch seconds {
        case ..<60: "\(seconds) s ago"
        case ..<3_600: "\(seconds / 60) min ago"
        case ..<86_400: "\(seconds / 3_600) h ago"
        default: "\(seconds / 86_400) d ago"
        }
    }

    static func size(_ bytes: Int) -> String {
        bytes < 1 << 20 ? "\((bytes + 1_023) / 1_024) kB" : "\((bytes + (1 << 19)) >> 20) MB"
    }

    /// Pads all columns but the last to the same width, and joins the columns to lines.
    static func columns(_ rows: [[String]]) -> [String] {
        let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = zip(row.dropLast(), widths).map {
                $0 + String(repeating: " ", count: $1 - $0.count)
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
        for word in text.split(separator: " ") {
            if !isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = margin
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return lines + [line]
    }
}
