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

/// Limits on images. They are checked against the header before anything is decoded.
package struct ImageLimits: Sendable, Equatable {
    /// The largest number of pixels of an image, which is its width times its height.
    package var maxPixels: Int
    /// The largest length of the longer side, in pixels.
    package var maxSide: Int

    /// A bitmap of this many pixels takes 40 MB. Most photos from phones have 12 million pixels.
    package static let defaultMaxPixels = 40_000_000
    /// This is longer than any screen or scroll capture. JPEG and GIF allow no longer side.
    package static let defaultMaxSide = 65_535

    package init(
        maxPixels: Int = ImageLimits.defaultMaxPixels, maxSide: Int = ImageLimits.defaultMaxSide
    ) {
        self.maxPixels = maxPixels
        self.maxSide = maxSide
    }

    func allow(width: Int, height: Int) -> Bool { (try? check(width: width, height: height)) != nil }

    func check(width: Int, height: Int) throws(ImagingError) {
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        if overflow || pixels > maxPixels {
            throw .tooManyPixels(width: width, height: height, limit: maxPixels)
        }
        if max(width, height) > maxSide {
            throw .sideTooLong(width: width, height: height, limit: maxSide)
        }
    }
}

/// The size at which an image is decoded: its own, or for photos a half, quarter or eighth of it.
struct ReducedSize {
    /// Shortest length in pixels to which the shorter side is reduced by default. The text of a phone screen is large enough for
    /// reading at some 1,100 pixels; half of a 12-megapixel photo (3,024 × 4,032) still has 1,512, while screenshots of large
    /// monitors, 2,160 or 2,880 pixels high with text as small as on others, aren't reduced.
    static let defaultMinShorterSide = 1500

    let fullWidth: Int
    let fullHeight: Int
    /// The reduced size in eighths of the full one: 8, 4, 2 or 1. libjpeg scales by other numbers too, but slower than it
    /// decodes the whole image.
    private(set) var eighths = Self.whole
    /// The full size in eighths of itself.
    private static let whole = 8

    init(of header: ImageHeader, minShorterSide: Int) {
        self.init(whole: header)
        let shorter = min(fullWidth, fullHeight)
        while eighths > 1, shorter * eighths / (2 * Self.whole) >= minShorterSide { eighths /= 2 }
    }

    /// The largest of those sizes that has no more pixels than this; the smallest if all have.
    init(of header: ImageHeader, maxPixels: Int) {
        self.init(whole: header)
        while eighths > 1, width * height > maxPixels { eighths /= 2 }
    }

    /// The full size, for decoders that can't reduce images.
    init(whole header: ImageHeader) {
        fullWidth = header.width
        fullHeight = header.height
    }

    var width: Int { (fullWidth * eighths + Self.whole - 1) / Self.whole }
    var height: Int { (fullHeight * eighths + Self.whole - 1) / Self.whole }
}
