import Foundation
import ScanDocuments
import Testing

@testable import typesafe

@Suite("What a terminal would obey") struct TerminalTests {
    /// A sequence that clears the screen in one character and in two, a right-to-left override, an isolate, an Arabic mark, a line
    /// separator and a DEL.
    private static let obeyed = "a\u{9B}2J\u{1B}[2J\u{202E}b\u{2066}c\u{61C}\u{2028}\u{7F}d"

    private func isShown(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20
                && ![.control, .lineSeparator, .format].contains(scalar.properties.generalCategory)
        }
    }

    @Test("JSON escapes it, and means the same") func json() throws {
        let text = JSONOutput.text(["explanation": Self.obeyed + "é 文 🎁"])
        #expect(isShown(text) && text.contains("é 文 🎁"))
        let value = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(value["explanation"]?.unicodeScalars.starts(with: Self.obeyed.unicodeScalars) == true)
    }

    @Test("Text leaves it out") func text() {
        #expect(VisibleText.of(Self.obeyed) == "a2J[2Jbcd")
    }
}
