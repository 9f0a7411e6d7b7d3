import CPictures
import Glibc

/// Decodes PNG images by libpng, row by row.
enum PNGDecoder {
    static func decode(
        _ reader: ByteReader, size: ReducedSize, _ sample: PixelSample
    ) throws(ImagingError) -> GreyPlane {
        let parts = try PNGStructure.parts(reader)
        func decode(_ grey: UnsafeMutablePointer<UInt8>, _ alpha: UnsafeMutablePointer<UInt8>?) -> Int32 {
            ic_decode_png(
                parts.head, parts.head.count, parts.data, parts.data.count, UInt32(size.width),
                UInt32(size.height), sample.code, grey, alpha)
        }
        let plane =
            parts.hasAlpha
            ? GreyPlane(size, withAlphaFilledBy: { decode($0, $1) })
            : GreyPlane(size, filledBy: { decode($0, nil) })
        guard let plane else { throw .corrupt(.png, .badData) }
        return plane
    }
}

/// Decodes JPEG images by libjpeg, at a fraction of the size for photos.
enum JPEGDecoder {
    static func decode(
        _ reader: ByteReader, size: ReducedSize, _ sample: PixelSample
    ) throws(ImagingError) -> GreyPlane {
        let scans = try JPEGStructure.scanCount(reader)
        guard scans <= JPEGStructure.maxScans else {
            throw .unsupportedFeature(.jpeg, feature: "scan-count")
        }
        let plane = GreyPlane(size) { grey in
            ic_decode_jpeg(
                reader.bytes, reader.count, Int32(size.eighths), UInt32(size.width), UInt32(size.height),
                sample.code, grey)
        }
        guard let plane else { throw .corrupt(.jpeg, .badData) }
        return plane
    }
}

/// Decodes the first frame of WebP images by libwebp, at a fraction of the size for photos.
enum WebPDecoder {
    static func decode(
        _ reader: ByteReader, size: ReducedSize, _ sample: PixelSample
    ) throws(ImagingError) -> GreyPlane {
        let bytes = try WebPStructure.firstFrame(reader) ?? reader.bytes
        func decode(_ grey: UnsafeMutablePointer<UInt8>, _ alpha: UnsafeMutablePointer<UInt8>?) -> Int32 {
            ic_decode_webp(
                bytes, bytes.count, UInt32(size.width), UInt32(size.height), sample.code, grey, alpha)
        }
        let plane: GreyPlane? =
            switch ic_webp_has_alpha(bytes, bytes.count) {
            case 0: GreyPlane(size, filledBy: { decode($0, nil) })
            case 1: GreyPlane(size, withAlphaFilledBy: { decode($0, $1) })
            default: nil
            }
        guard let plane else { throw .corrupt(.webp, .badData) }
        return plane
    }
}

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

/// What is decoded of each pixel, as one byte.
enum PixelSample {
    case luma, red, green, blue

    var code: ic_sample {
        switch self {
        case .luma: IC_LUMA
        case .red: IC_RED
        case .green: IC_GREEN
        case .blue: IC_BLUE
        }
    }
}
