import TypeSafeAPI

/// Text from a message or a server without what a terminal or a browser would obey instead of showing.
package enum VisibleText {
    /// Removes control characters and direction marks, so that the text can't move the cursor, or hide or reorder text. Line breaks and
    /// tabs become blanks.
    package static func of(_ text: String) -> String {
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
}
