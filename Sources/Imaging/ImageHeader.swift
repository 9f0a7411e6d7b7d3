/// What a picture says of itself, read from its first bytes without decoding.
package struct ImageHeader: Sendable, Equatable {
    package var format: ImageFormat
    /// Stored size in pixels, before `orientation` is applied; both at least 1.
    package var width: Int
    package var height: Int
    package var orientation: Orientation

    init(format: ImageFormat, width: Int, height: Int, orientation: Orientation = .upright)
        throws(ImagingError)
    {
        guard width > 0, height > 0 else { throw .corrupt(format, .badHeader) }
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// Reads the header of any supported format in time linear in the bytes, at worst.
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
