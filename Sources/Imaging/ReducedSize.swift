/// The size at which a picture is decoded: its own, or for photos a half, quarter or eighth of it.
struct ReducedSize {
    /// The shorter side isn't brought below this by default. A phone screen has its text large enough for reading at some
    /// 1,100 pixels; half of the usual 12-megapixel photo (3,024 × 4,032) still comes to 1,512, while screenshots
    /// of large monitors, 2,160 or 2,880 pixels high with text as small as on others, are left as they are.
    static let usualMinShorterSide = 1500

    let fullWidth: Int
    let fullHeight: Int
    /// 8, 4, 2 or 1. libjpeg scales by other numbers too, but slower than it decodes the whole picture.
    private(set) var eighths = 8

    init(of header: ImageHeader, minShorterSide: Int) {
        self.init(whole: header)
        let shorter = min(fullWidth, fullHeight)
        while eighths > 1, shorter * eighths / 16 >= minShorterSide { eighths /= 2 }
    }

    /// Without any reduction, for decoders that know none.
    init(whole header: ImageHeader) {
        fullWidth = header.width
        fullHeight = header.height
    }

    var width: Int { (fullWidth * eighths + 7) / 8 }
    var height: Int { (fullHeight * eighths + 7) / 8 }
}
