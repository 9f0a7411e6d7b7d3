import Foundation
import TypeSafeAPI

/// Formats names, numbers and columns for people, and removes characters that could control a terminal.
enum TextFormat {
    static func risk(_ risk: String) -> String {
        switch risk {
        case RiskLevel.high.rawValue: "High Risk"
        case RiskLevel.medium.rawValue: "Medium Risk"
        case RiskLevel.low.rawValue: "Low Risk"
        default: "Unknown"
        }
    }

    /// Turns a raw value such as `otp_phishing` into a title such as `OTP Phishing`.
    static func title(_ name: String) -> String {
        name.split(separator: "_").map { word in
            switch word {
            case "otp": "OTP"
            case "or", "and", "of": String(word)
            default: word.prefix(1).uppercased() + word.dropFirst()
            }
        }.joined(separator: " ")
    }

    /// Returns a line such as `High Risk - OTP Request`, without the type for a low risk or an unknown type.
    static func headline(risk: String, scamType: String) -> String {
        let isNamed = scamType != ScamType.unknown.rawValue && risk != RiskLevel.low.rawValue
        return Self.risk(risk) + (isNamed ? " - " + title(scamType) : "")
    }

    static func headline(_ response: ScanResponse) -> String {
        headline(risk: response.riskLevel.rawValue, scamType: response.scamType.rawValue)
    }

    static func percent(_ fraction: Double) -> String {
        "\(Int((min(max(fraction, 0), 1) * 100).rounded())) %"
    }

    /// Removes control characters and direction marks, so that text from a server or an image can't move the cursor, or hide
    /// or reorder text.
    static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x09: scalars.append(" ")
            case 0..<0x20: continue
            case _ where VisibleJSON.isObeyed(scalar): continue
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }

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
