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
