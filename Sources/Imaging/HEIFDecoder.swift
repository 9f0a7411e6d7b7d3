import CPictures
import Glibc

/// Decodes HEIC and AVIF by libheif, if the package was built with the trait HEIF.
enum HEIFDecoder {
    /// The longest side in pixels. libheif has no limit on an image's area, so its sides have a smaller limit than those of
    /// other formats. A panorama has 16,382.
    private static let maxSide = 16_384

    static var isAvailable: Bool { ic_reads_heif() != 0 }

    static func decode(
        _ reader: ByteReader, limits: ImageLimits, _ sample: PixelSample
    ) throws(ImagingError) -> GreyPlane {
        let most = ic_heif_limits(
            max_pixels: UInt64(clamping: limits.maxPixels),
            max_side: UInt32(clamping: min(limits.maxSide, maxSide)))
        var planes = ic_planes()
        defer {
            free(planes.grey)
            free(planes.alpha)
        }
        guard ic_decode_heif(reader.bytes, reader.count, most, sample.code, &planes) == 0 else {
            throw .corrupt(.heif, .badData)
        }
        let (width, height) = (Int(planes.width), Int(planes.height))
        func bytes(_ plane: UnsafeMutablePointer<UInt8>?) -> [UInt8]? {
            plane.map { Array(UnsafeBufferPointer(start: $0, count: width * height)) }
        }
        guard let grey = bytes(planes.grey) else { throw .corrupt(.heif, .badData) }
        return GreyPlane(width: width, height: height, pixels: grey, alpha: bytes(planes.alpha))
    }
}
