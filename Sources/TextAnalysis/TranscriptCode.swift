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

        /// The code on a picture of another size; its box stays inside.
        package func scaled(from: (width: Int, height: Int), to: (width: Int, height: Int)) -> Code {
            var code = self
            let (x, y) = (box.x * to.width / from.width, box.y * to.height / from.height)
            let right = (box.x + box.width) * to.width / from.width
            let bottom = (box.y + box.height) * to.height / from.height
            code.box = Box(x: x, y: y, width: max(1, right - x), height: max(1, bottom - y))
            return code
        }

        /// In bytes of UTF-8. No QR code holds more than 2,953 bytes.
        package static let maxPayload = 4_096
        /// How many are taken from one picture.
        package static let maxCount = 16
    }
}
