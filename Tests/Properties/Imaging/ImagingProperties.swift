import Imaging

/// What must hold for any bytes that are said to be a picture. Traps where it doesn't.
package enum ImagingProperties {
    /// Damaged sizes must not make checking slow.
    package static let maxPixels = 50_000
    private static let limits = ImageLimits(maxPixels: maxPixels, maxSide: 10_000)

    /// Decodes at the picture's own size, and reduced. Returns whether there was a picture.
    @discardableResult
    package static func check(_ bytes: [UInt8]) -> Bool {
        let whole = decode(bytes, ImageDecoder(limits: limits))
        let reduced = decode(bytes, ImageDecoder(limits: limits, minShorterSide: 2))
        let repaired = PNGRepair.repaired(bytes)
        if repaired != bytes { decode(repaired, ImageDecoder(limits: limits)) }
        return whole && reduced
    }

    @discardableResult
    private static func decode(_ bytes: [UInt8], _ decoder: ImageDecoder) -> Bool {
        do throws(ImagingError) {
            let header = try decoder.checkedHeader(of: bytes)
            let bitmap = try decoder.decode(bytes)
            precondition(bitmap.width <= bitmap.pictureWidth && bitmap.height <= bitmap.pictureHeight)
            precondition(bitmap.pictureWidth * bitmap.pictureHeight <= maxPixels)
            // A reader of uninitialised pixels shows here, where there is a sanitizer that knows them.
            let sum = bitmap.withPixels { $0.reduce(0) { $0 &+ Int($1) } }
            precondition(sum <= 255 * bitmap.width * bitmap.height)
            if header.format == .png { precondition(bitmap.width == bitmap.pictureWidth) }
            return true
        } catch {
            return false
        }
    }
}
