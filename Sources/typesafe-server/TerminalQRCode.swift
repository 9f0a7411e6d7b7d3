import OCR

/// A QR code as lines of a terminal. A character shows two modules, one above the other: a half block paints a light one.
struct TerminalQRCode {
    /// Light modules around the code, which ISO/IEC 18004 asks for.
    private static let quietZone = 4
    // White on black, of the 256 fixed colours: a theme may change the first sixteen, and what it writes with and on.
    private static let colors = "\u{1B}[38;5;231;48;5;16m"
    private static let reset = "\u{1B}[0m"

    let lines: [String]

    /// - Parameter isColored: whether the lines set their colours. Without, the code has its right colours where the terminal writes
    ///   light on dark, and is inverted on others.
    init(_ code: QRCode, isColored: Bool) {
        let range = -Self.quietZone..<(code.side + Self.quietZone)
        lines = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { y in
            let line = String(range.map { x in Self.character(code, x, y) })
            return isColored ? Self.colors + line + Self.reset : line
        }
    }

    private static func character(_ code: QRCode, _ x: Int, _ y: Int) -> Character {
        switch (code.isDark(x: x, y: y), code.isDark(x: x, y: y + 1)) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
    }
}
