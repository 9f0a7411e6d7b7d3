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

/// How stored pixels must be turned to stand upright; the raw values are those of EXIF tag 274.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, upsideDownMirrored, transposed, quarterTurn, transversed, threeQuarterTurn

    /// Whether the stored width is the upright picture's height.
    package var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

    private static let tag = 274
    /// Reads the tag from an EXIF block that begins at `offset`. A value that is damaged, missing or outside 1…8 counts as
    /// upright, as it does in browsers and on phones.
    init(exif reader: ByteReader, at offset: Int, count: Int) {
        let directory = TIFFDirectory(exif: reader, at: offset, count: count)
        self = directory?.value(of: Self.tag).flatMap(Orientation.init(rawValue:)) ?? .upright
    }
}

/// Tells photos from screenshots, by their structure alone.
///
/// A photo names its camera's make and model in EXIF. That isn't enough: some phones write their name into screenshots too.
/// So the size must also be one that no phone or tablet has as its screen. Where size or EXIF leave a doubt, the picture
/// isn't called a photo, because a scam that nobody is asked about is worse than a question about a photo.
package enum CameraPhoto {
    private static let makeTag = 271
    private static let modelTag = 272

    /// Whether a JPEG or HEIC file is a camera's photo. Files of other formats never are.
    package static func isPhoto(_ bytes: [UInt8]) -> Bool {
        let reader = ByteReader(bytes)
        let header: ImageHeader
        let exif: Range<Int>?
        switch try? ImageFormat(sniffing: bytes) {
        case .jpeg:
            guard let structure = try? JPEGStructure(reader) else { return false }
            (header, exif) = (structure.header, structure.exif)
        case .heif:
            guard let found = try? HEIFStructure.header(reader) else { return false }
            (header, exif) = (found, HEIFStructure.exif(reader))
        default: return false
        }
        let isTurned = header.orientation.swapsSides
        let (width, height) = isTurned ? (header.height, header.width) : (header.width, header.height)
        guard !isScreenSize(width: width, height: height), let exif,
            let directory = TIFFDirectory(exif: reader, at: exif.lowerBound, count: exif.count)
        else { return false }
        return directory.hasText(makeTag) && directory.hasText(modelTag)
    }

    /// Longest sides of a screen that is held in the hand, in pixels: 3,840 × 1,644 of a phone and 2,480 × 2,200 of a phone
    /// that unfolds. Sensors of eight megapixels and more have longer sides: 3,264 × 2,448, or 4,000 × 2,250 where they are cut.
    private static let longSide = 3_840
    private static let shortSide = 2_208
    /// Widest screen on which a page is captured while it scrolls, which may be of any height.
    private static let scrollingWidth = 1_600
    /// Short sides of screens whose sides are as 3 to 4, like those of most sensors. All are tablets or readers, and new ones
    /// are rare.
    private static let tabletSides: Set<Int> = [
        480, 600, 768, 1_350, 1_404, 1_536, 1_620, 1_668, 2_048, 2_064,
    ]
    /// Number by which three long sides may differ from four short ones: screens have no sides that are just as 3 to 4.
    private static let ratioTolerance = 8

    /// Whether a screen may have this size, in pixels of the upright picture, or a capture of a screen that was scrolled.
    package static func isScreenSize(width: Int, height: Int) -> Bool {
        let (short, long) = (min(width, height), max(width, height))
        if width <= scrollingWidth, height > longSide { return true }
        guard short <= shortSide, long <= longSide else { return false }
        return abs(3 * long - 4 * short) > ratioTolerance || tabletSides.contains(short)
    }
}
