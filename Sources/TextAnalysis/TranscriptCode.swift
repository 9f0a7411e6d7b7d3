extension Transcript {
    /// A QR code or a barcode on an image. Its payload was written by whoever sent it, like any other text.
    package struct Code: Sendable, Equatable {
        package enum Symbology: String, Sendable, CaseIterable {
            case qr, ean, code128, code39, itf
        }

        package var symbology: Symbology
        /// The text of the code: it is never empty and has at most `maxPayload` bytes.
        package var payload: String
        package var box: Box

        package init(symbology: Symbology, payload: String, box: Box) {
            self.symbology = symbology
            self.payload = payload
            self.box = box
        }

        /// The largest length of a payload in UTF-8 bytes. A QR code holds at most 2,953 bytes.
        package static let maxPayload = 4_096
        /// The largest number of codes of one image. Screenshots have one or two.
        package static let maxCount = 16
    }
}
