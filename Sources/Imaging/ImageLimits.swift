/// Limits on images. They are checked against the header before anything is decoded.
package struct ImageLimits: Sendable, Equatable {
    /// Largest number of pixels, width times height.
    package var maxPixels: Int
    /// Largest length of the longer side in pixels.
    package var maxSide: Int

    /// Larger than the photos of most phones, 12 to 33 million pixels; the bitmap of such an image takes 40 MB.
    package static let defaultMaxPixels = 40_000_000
    /// Longer than any screen or scroll capture, and the longest side that JPEG and GIF have.
    package static let defaultMaxSide = 65_535

    package init(
        maxPixels: Int = ImageLimits.defaultMaxPixels, maxSide: Int = ImageLimits.defaultMaxSide
    ) {
        self.maxPixels = maxPixels
        self.maxSide = maxSide
    }

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
