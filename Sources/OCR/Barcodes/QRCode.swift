import CPictures

/// The modules of a QR code that is to be shown.
package struct QRCode: Sendable {
    /// Number of modules of a side.
    package let side: Int
    /// 1 for each dark module, row by row.
    private let modules: [UInt8]

    /// - Parameter text: ASCII.
    /// - Returns: nil where the text is too long for a QR code.
    package init?(_ text: String) {
        var side: Int32 = 0
        modules = [UInt8](unsafeUninitializedCapacity: Int(CB_MAX_MODULES)) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            side = cb_write_qr(text, start)
            count = Int(side * side)
        }
        guard side > 0 else { return nil }
        self.side = Int(side)
    }

    /// Whether the module at a place is dark. Around the code, all are light.
    package func isDark(x: Int, y: Int) -> Bool {
        (0..<side).contains(x) && (0..<side).contains(y) && modules[y * side + x] == 1
    }
}
