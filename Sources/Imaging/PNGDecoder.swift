import CPictures

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
