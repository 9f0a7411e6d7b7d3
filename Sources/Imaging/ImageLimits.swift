/// Limits on images. They are checked against the header before anything is decoded.
package struct ImageLimits: Sendable, Equatable {
    /// Largest number of pixels, width times height.
    package var maxPixels: Int
    /// Largest length of the longer side in pixels.
    package var maxSide: Int

    /// A bitmap of so many pixels takes 40 MB. Most photos of phones have 12 million.
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
