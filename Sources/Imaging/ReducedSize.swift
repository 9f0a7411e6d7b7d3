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
