/// TIFF (6.0, classic): the first page's facts.
enum TIFFStructure {
    private enum Tag {
        static let width = 256
        static let height = 257
        static let bitsPerSample = 258
        static let samplesPerPixel = 277
        static let tileWidth = 322
        static let tileHeight = 323
    }

    /// The orientation stays `upright` here: Leptonica turns TIFF pages itself.
    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        let directory: TIFFDirectory
        do {
            directory = try TIFFDirectory(first: reader)
        } catch {
            switch error {
            case .bigTIFF: throw .unsupportedFeature(.tiff, feature: "bigtiff")
            case .truncated: throw .corrupt(.tiff, .truncated)
            case .notTIFF, .badOffset: throw .corrupt(.tiff, .badHeader)
            }
        }
        guard let width = directory.value(of: Tag.width), let height = directory.value(of: Tag.height) else {
            throw .corrupt(.tiff, .badHeader)
        }
        guard [1, 2, 4, 8, 16].contains(directory.value(of: Tag.bitsPerSample) ?? 1),
            (1...4).contains(directory.value(of: Tag.samplesPerPixel) ?? 1)
        else { throw .unsupportedFeature(.tiff, feature: "sample-depth") }
        // A tile is decoded whole, however small the picture that uses it.
        guard (directory.value(of: Tag.tileWidth) ?? 0) <= 16_384,
            (directory.value(of: Tag.tileHeight) ?? 0) <= 16_384
        else { throw .unsupportedFeature(.tiff, feature: "tile-size") }
        return try ImageHeader(format: .tiff, width: width, height: height)
    }
}
