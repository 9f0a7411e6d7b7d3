/// What a picture may ask for. Checked against its header before anything is decoded.
package struct ImageLimits: Sendable, Equatable {
    /// Width times height.
    package var maxPixels: Int
    /// The longer side. Beyond it rows or columns are so many that no screen ever showed them.
    package var maxSide: Int

    package init(maxPixels: Int = 40_000_000, maxSide: Int = 65_535) {
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
