/// Text from outside, made safe to print on a terminal.
enum TerminalText {
    /// The text on one line, with visible signs for characters that could move the cursor, hide or reorder something.
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
