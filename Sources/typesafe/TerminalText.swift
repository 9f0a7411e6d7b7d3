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
