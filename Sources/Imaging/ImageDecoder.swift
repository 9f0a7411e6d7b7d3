/// Decodes untrusted bytes into a bitmap. The header is read and held against the limits first; only then does a C decoder see
/// the bytes.
package struct ImageDecoder: Sendable {
    package let limits: ImageLimits
    private let minShorterSide: Int

    /// - Parameter minShorterSide: JPEG and WebP images whose shorter side, in pixels, is at least twice this are decoded at a
    ///   half, a quarter or an eighth of their size. With the default value these are photos only.
    package init(limits: ImageLimits = ImageLimits(), minShorterSide: Int? = nil) {
        self.limits = limits
        self.minShorterSide = minShorterSide ?? ReducedSize.defaultMinShorterSide
    }

    /// Returns the header of an image if this build reads the format and the image is within the limits.
    package func checkedHeader(of bytes: [UInt8]) throws(ImagingError) -> ImageHeader {
        let format = try ImageFormat(sniffing: bytes)
        guard ImageFormat.supported.contains(format) else {
            throw .unsupportedFormat(detected: HEIFStructure.brand(ByteReader(bytes)))
        }
        let header = try ImageHeader(reading: bytes)
        try limits.check(width: header.width, height: header.height)
        return header
    }

    /// Decodes an image, or the first frame of one that holds several pictures.
    package func decode(_ bytes: [UInt8]) throws(ImagingError) -> Bitmap {
        let header = try checkedHeader(of: bytes)
        let plane = try plane(of: bytes, header, ReducedSize(of: header, minShorterSide: minShorterSide))
        return plane.flattened().turned(header.orientation).bitmap
    }

    /// Decodes one of the frames that differ.
    /// - Parameter number: the frame's, from 1.
    package func decode(_ bytes: [UInt8], frame number: Int) throws(ImagingError) -> Bitmap {
        if number == 1 { return try decode(bytes) }
        var frames = try furtherFrames(of: bytes)
        while let bitmap = frames.next() {
            if frames.number == number { return bitmap }
        }
        throw .corrupt(try ImageFormat(sniffing: bytes), .badData)
    }

    /// The further frames of an image that `decode` accepts.
    package func furtherFrames(of bytes: [UInt8]) throws(ImagingError) -> FurtherFrames {
        FurtherFrames(of: bytes, try checkedHeader(of: bytes), by: self)
    }

    /// - Parameter size: the size for formats that can be reduced.
    func plane(
        of bytes: [UInt8], _ header: ImageHeader, _ size: ReducedSize, _ sample: PixelSample = .luma
    ) throws(ImagingError) -> GreyPlane {
        let reader = ByteReader(bytes)
        return
            switch header.format
        {
        case .png: try PNGDecoder.decode(reader, size: ReducedSize(whole: header), sample)
        case .jpeg: try JPEGDecoder.decode(reader, size: size, sample)
        case .webp: try WebPDecoder.decode(reader, size: size, sample)
        case .heif: try HEIFDecoder.decode(reader, limits: limits, sample)
        case .gif, .bmp, .tiff: try LeptonicaDecoder.decode(reader, header: header, sample)
        }
    }
}
