/// Untrusted bytes to a checked bitmap. The header is read and held against the limits first; only then does a
/// C decoder see the bytes.
package struct ImageDecoder: Sendable {
    package let limits: ImageLimits

    package init(limits: ImageLimits = ImageLimits()) {
        self.limits = limits
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
        let plane =
            switch header.format {
            case .png: try PNGDecoder.decode(reader, header: header)
            case .jpeg: try JPEGDecoder.decode(reader, header: header)
            case .webp: try WebPDecoder.decode(reader, header: header)
            case .gif, .bmp, .tiff: try LeptonicaDecoder.decode(reader, header: header)
            }
        return plane.turned(header.orientation).bitmap
    }
}
