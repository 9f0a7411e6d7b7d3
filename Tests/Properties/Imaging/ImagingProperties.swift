import ImageFormats
import Imaging

/// Properties of decoding that must hold for any bytes. A property that doesn't hold ends the process.
package enum ImagingProperties {
    /// Largest number of pixels of an image. It is small, so that a damaged header with a large size doesn't make a
    /// check slow.
    package static let maxPixels = 50_000
    private static let limits = ImageLimits(maxPixels: maxPixels, maxSide: 10_000)

    /// Decodes an image at its own size and reduced. It returns whether the bytes were an image.
    @discardableResult
    package static func check(_ bytes: [UInt8]) -> Bool {
        let whole = decode(bytes, ImageDecoder(limits: limits))
        let reduced = decode(bytes, ImageDecoder(limits: limits, minShorterSide: 2))
        // Whatever it answers: it must only read what is there.
        _ = CameraPhoto.isPhoto(bytes)
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
            // All pixels are read here, so that a sanitizer finds pixels that the decoder left uninitialised.
            let sum = bitmap.withPixels { $0.reduce(0) { $0 &+ Int($1) } }
            precondition(sum <= 255 * bitmap.width * bitmap.height)
            if header.format == .png { precondition(bitmap.width == bitmap.pictureWidth) }
            // What can be read can be covered: in colour it has the picture's own size.
            let colors = try decoder.decodeColors(bytes)
            precondition((colors.width, colors.height) == (bitmap.pictureWidth, bitmap.pictureHeight))
            precondition(
                colors.png().map { PNGStructure.isBare($0, width: colors.width, height: colors.height) }
                    == true)
            var frames = try decoder.furtherFrames(of: bytes)
            while let frame = frames.next() {
                precondition(frame.width * frame.height <= maxPixels && frames.number > 1)
            }
            return true
        } catch {
            return false
        }
    }
}
