import CPictures

/// Decodes GIF, BMP and TIFF images by Leptonica.
enum LeptonicaDecoder {
    /// - Precondition: the size in `header` is within the limits.
    static func decode(
        _ reader: ByteReader, header: ImageHeader, _ sample: PixelSample
    ) throws(ImagingError) -> GreyPlane {
        _ = LeptonicaImage.silenced
        guard let image = try read(reader, header: header), let plane = plane(image, sample)
        else {
            throw .corrupt(header.format, .badData)
        }
        return plane
    }

    private static func read(
        _ reader: ByteReader, header: ImageHeader
    ) throws(ImagingError) -> LeptonicaImage? {
        switch header.format {
        case .gif:
            let bytes = try GIFStructure(reader).firstFrame
            return LeptonicaImage(adopting: pixReadMemGif(bytes, bytes.count))
        case .bmp:
            try BMPStructure.checkData(reader, header: header)
            return LeptonicaImage(adopting: pixReadMemBmp(reader.bytes, reader.count))
        case .tiff: return LeptonicaImage(adopting: pixReadMemTiff(reader.bytes, reader.count, 0))
        default: return nil
        }
    }

    /// The bits of a colour pixel in Leptonica, and the number of its samples if one of them is opacity.
    private static let colorDepth = 32
    private static let samplesWithAlpha = 4

    /// Returns the pixels with eight bits each.
    private static func plane(_ image: consuming LeptonicaImage, _ sample: PixelSample) -> GreyPlane? {
        let (width, height) = (image.width, image.height)
        var alpha: [UInt8]?
        if pixGetDepth(image.pix) == colorDepth, pixGetSpp(image.pix) == samplesWithAlpha {
            alpha = LeptonicaImage(adopting: pixGetRGBComponent(image.pix, Int32(L_ALPHA_CHANNEL)))?
                .greyBytes()
            guard alpha != nil else { return nil }
        }
        guard let grey = values(image, sample)?.greyBytes() else { return nil }
        return GreyPlane(width: width, height: height, pixels: grey, alpha: alpha)
    }

    private static func values(_ image: borrowing LeptonicaImage, _ sample: PixelSample) -> LeptonicaImage? {
        let color: Int
        switch sample {
        case .luma: return LeptonicaImage(adopting: pixConvertTo8(image.pix, 0))
        case .red: color = COLOR_RED
        case .green: color = COLOR_GREEN
        case .blue: color = COLOR_BLUE
        }
        guard let colors = LeptonicaImage(adopting: pixConvertTo32(image.pix)) else { return nil }
        return LeptonicaImage(adopting: pixGetRGBComponent(colors.pix, Int32(color)))
    }
}
