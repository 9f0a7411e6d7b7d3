import Foundation
import ImageFormats
import TypeSafeAPI

/// A picture inside a page, with the places that count marked on it.
struct ShownPicture {
    /// The largest file that a page holds, in bytes. Screenshots are smaller; a page of a photo would be too large to send on.
    private static let mostBytes = 5 << 20

    let bytes: Data
    let mediaType: String
    let width: Int
    let height: Int
    /// The places of each reason.
    let marks: [[Box]]

    /// Returns nil for a picture that browsers don't show, or that isn't the one which was judged.
    init?(_ bytes: Data, ocr: OCRResult?, marks: [[Box]]) {
        guard bytes.count <= Self.mostBytes, let ocr, ocr.frame == nil, ocr.width > 0, ocr.height > 0,
            let mediaType = Self.mediaType(bytes)
        else { return nil }
        self.bytes = bytes
        self.mediaType = mediaType
        (width, height) = (ocr.width, ocr.height)
        self.marks = marks
    }

    private static func mediaType(_ bytes: Data) -> String? {
        switch try? ImageFormat(sniffing: Array(bytes.prefix(ImageFormat.signatureLength))) {
        case let format? where format != .tiff && format != .heif: "image/" + format.rawValue
        default: nil
        }
    }

    var html: HTML {
        // The numbers stand beside their boxes, as high as a line of text on a phone.
        let size = max(width / 28, 8)
        let rectangles = marks.enumerated().flatMap { index, boxes in
            boxes.enumerated().map { place, box -> HTML in
                let number: HTML? =
                    place == 0
                    ? "<text x=\"\(max(box.x - size, 0))\" y=\"\(max(box.y, size))\" font-size=\"\(size)\">\(index + 1)</text>"
                    : nil
                return
                    "<rect x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\"/>\(number)"
            }
        }
        return """
            <figure>
            <div class="picture"><img alt="The screenshot" width="\(width)" height="\(height)" \
            src="data:\(mediaType);base64,\(bytes.base64EncodedString())">
            <svg viewBox="0 0 \(width) \(height)" aria-hidden="true">\(rectangles)</svg></div>
            <figcaption>The numbers are those of the reasons.</figcaption>
            </figure>
            """
    }
}
