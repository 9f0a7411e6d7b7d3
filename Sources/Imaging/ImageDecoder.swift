/// Untrusted bytes to a checked bitmap. The header is read and held against the limits first; only then does a
/// C decoder see the bytes.
package struct ImageDecoder: Sendable {
    package let limits: ImageLimits
    private let minShorterSide: Int

    /// - Parameter minShorterSide: In pixels; JPEG and WebP pictures of at least twice that are decoded at a
    ///   half, quarter or eighth of their size. By default that happens to photos alone.
    package init(limits: ImageLimits = ImageLimits(), minShorterSide: Int? = nil) {
        self.limits = limits
        self.minShorterSide = minShorterSide ?? ReducedSize.usualMinShorterSide
    }

    /// The header of a picture that is within the limits.
    package func checkedHeader(of bytes: [UInt8]) throws(ImagingError) -> ImageHeader {
        let header = try ImageHeader(reading: bytes)
        try limits.check(width: header.width, height: header.height)
        return header
    }

    package func decode(_ bytes: [UInt8]) throws(ImagingError) -> Bitmap {
        let header = try checkedHeader(of: bytes)
        let reader = ByteReader(bytes)
        let reduced = ReducedSize(of: header, minShorterSide: minShorterSide)
        let plane =
            switch header.format {
            case .png: try PNGDecoder.decode(reader, size: ReducedSize(whole: header))
            case .jpeg: try JPEGDecoder.decode(reader, size: reduced)
            case .webp: try WebPDecoder.decode(reader, size: reduced)
            case .heif: try HEIFDecoder.decode(reader, limits: limits)
            case .gif, .bmp, .tiff: try LeptonicaDecoder.decode(reader, header: header)
            }
        return plane.turned(header.orientation).bitmap
    }
}
