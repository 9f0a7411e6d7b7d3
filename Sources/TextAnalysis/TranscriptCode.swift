extension Transcript {
    /// A QR code or a barcode on the picture. What it says was written by whoever sent it, like any other text.
    package struct Code: Sendable, Equatable {
        package enum Symbology: String, Sendable, CaseIterable {
            case qr, ean, code128, code39, itf
        }

        package var symbology: Symbology
        /// Never empty, at most `maxPayload` bytes.
        package var payload: String
        package var box: Box

        package init(symbology: Symbology, payload: String, box: Box) {
            self.symbology = symbology
            self.payload = payload
            self.box = box
        }

        /// In bytes of UTF-8. No QR code holds more than 2,953 bytes.
        package static let maxPayload = 4_096
        /// How many are taken from one picture.
        package static let maxCount = 16
    }
}
