/// The facts in an image's header, read without decoding.
package struct ImageHeader: Sendable, Equatable {
    package let format: ImageFormat
    /// Stored size in pixels, before `orientation` is applied; both sides are at least 1.
    package let width: Int
    package let height: Int
    package let orientation: Orientation

    init(format: ImageFormat, width: Int, height: Int, orientation: Orientation = .upright)
        throws(ImagingError)
    {
        guard width > 0, height > 0 else { throw .corrupt(format, .badHeader) }
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// Reads the header of any format, at worst in time linear in the bytes.
    package init(reading bytes: [UInt8]) throws(ImagingError) {
        let reader = ByteReader(bytes)
        self =
            switch try ImageFormat(sniffing: bytes) {
            case .png: try PNGStructure.header(reader)
            case .jpeg: try JPEGStructure(reader).header
            case .webp: try WebPStructure.header(reader)
            case .gif: try GIFStructure(reader).header
            case .bmp: try BMPStructure.header(reader)
            case .tiff: try TIFFStructure.header(reader)
            case .heif: try HEIFStructure.header(reader)
            }
    }
}
