import CPictures

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
