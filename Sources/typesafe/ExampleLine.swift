import ScamDetection

/// A message as an example of a rule, in the form of a rule file.
enum ExampleLine {
    /// The lines to put into a rule's examples.
    /// - Parameter isMatch: whether the rule must match the message, or must not.
    static func text(_ message: String, for rule: Rule, isMatch: Bool) -> String {
        """
        # \(rule.file)\(rule.line.map { ":\($0)" } ?? ""), \(rule.id), under \(isMatch ? "match" : "no_match").
        # Examples are published with the rules, so put it into your own words.
                - \(quoted(message))
        """
    }

    /// The message as a YAML scalar in double quotes, on one line. What can't be seen is escaped, for YAML and for terminals.
    static func quoted(_ message: String) -> String {
        var text = "\""
        for scalar in message.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case "\n": text += "\\n"
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
                    let digits = String(scalar.value, radix: 16, uppercase: true)
                    text += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }
}
