/// Whether bytes are a whole image file, told by their structure. Nothing is decoded.
package enum ImageCompleteness: Equatable, Sendable {
    /// The bytes are an image from its header to its end.
    case complete(ImageFormat)
    /// The image stops midway: it is still being written, or it was cut off.
    case incomplete(ImageFormat)
    /// The bytes are not an image of a format that screenshots come in. TIFF is not one of them: its structure doesn't tell
    /// where a file ends.
    case notImage

    package init(_ bytes: [UInt8]) {
        guard let format = try? ImageFormat(sniffing: bytes), format != .tiff else {
            self = .notImage
            return
        }
        let reader = ByteReader(bytes)
        let isComplete =
            switch format {
            case .png: PNGStructure.isComplete(reader)
            case .jpeg: JPEGStructure.isComplete(reader)
            case .webp: WebPStructure.isComplete(reader)
            case .gif: GIFStructure.isComplete(reader)
            case .bmp: BMPStructure.isComplete(reader)
            case .heif: HEIFStructure.isComplete(reader)
            case .tiff: false
            }
        self = isComplete ? .complete(format) : .incomplete(format)
    }
}
