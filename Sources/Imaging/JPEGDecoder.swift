import CPictures

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
