import CTesseract

/// JPEG, WebP, GIF, BMP and TIFF through Leptonica's readers, from headers that have passed the limits.
enum LeptonicaDecoder {
    static func decode(_ reader: ByteReader, header: ImageHeader) throws(ImagingError) -> Bitmap {
        _ = LeptonicaImage.silenced
        guard let image = try read(reader, header: header), let grey = grey(image),
            let upright = turned(grey, header.orientation)
        else { throw .corrupt(header.format, .badData) }
        let (width, height) = (upright.width, upright.height)
        guard let pixels = upright.greyBytes() else { throw .corrupt(header.format, .badData) }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    private static func read(
        _ reader: ByteReader, header: ImageHeader
    ) throws(ImagingError) -> LeptonicaImage? {
        switch header.format {
        case .png: return nil
        case .jpeg: return try readJPEG(reader)
        case .webp:
            let bytes = try WebPStructure.firstFrame(reader) ?? reader.bytes
            return LeptonicaImage(adopting: pixReadMemWebP(bytes, bytes.count))
        case .gif:
            let bytes = try GIFStructure(reader).firstFrame
            return LeptonicaImage(adopting: pixReadMemGif(bytes, bytes.count))
        case .bmp:
            try BMPStructure.checkData(reader, header: header)
            return LeptonicaImage(adopting: pixReadMemBmp(reader.bytes, reader.count))
        case .tiff: return LeptonicaImage(adopting: pixReadMemTiff(reader.bytes, reader.count, 0))
        }
    }

    private static func readJPEG(_ reader: ByteReader) throws(ImagingError) -> LeptonicaImage? {
        let structure = try JPEGStructure(reader)
        guard structure.scanCount(reader) <= JPEGStructure.maxScans else {
            throw .unsupportedFeature(.jpeg, feature: "scan-count")
        }
        // An end marker more does no harm, and a file whole but for its last two bytes can be read.
        let bytes = reader.bytes + [0xFF, 0xD9]
        let luminanceOnly = structure.components == 1 || structure.components == 3
        var warnings: Int32 = 0
        let image = LeptonicaImage(
            adopting: pixReadMemJpeg(
                bytes, bytes.count, 0, 1, &warnings, luminanceOnly ? Int32(L_JPEG_READ_LUMINANCE) : 0))
        guard warnings == 0 else { throw .corrupt(.jpeg, .badData) }
        return image
    }

    /// Eight bits a pixel, transparency flattened.
    private static func grey(_ image: borrowing LeptonicaImage) -> LeptonicaImage? {
        guard pixGetDepth(image.pix) == 32, pixGetSpp(image.pix) == 4 else {
            return LeptonicaImage(adopting: pixConvertTo8(image.pix, 0))
        }
        guard let alpha = LeptonicaImage(adopting: pixGetRGBComponent(image.pix, Int32(L_ALPHA_CHANNEL))),
            let grey = LeptonicaImage(adopting: pixConvertTo8(image.pix, 0)),
            let background = background(grey: grey, alpha: alpha)
        else { return nil }
        guard let color = UInt32(exactly: background * 0x0101_0100),
            let blended = LeptonicaImage(adopting: pixAlphaBlendUniform(image.pix, color))
        else { return nil }
        return LeptonicaImage(adopting: pixConvertTo8(blended.pix, 0))
    }

    /// Grey value of the background to put under the picture.
    private static func background(grey: borrowing LeptonicaImage, alpha: borrowing LeptonicaImage) -> Int? {
        guard let greyData = pixGetData(grey.pix), let alphaData = pixGetData(alpha.pix) else { return nil }
        let count = Int(pixGetWpl(grey.pix)) * grey.height * 4
        return greyData.withMemoryRebound(to: UInt8.self, capacity: count) { grey in
            alphaData.withMemoryRebound(to: UInt8.self, capacity: count) { alpha in
                AlphaFlattening(grey: grey, alpha: alpha, stride: 1, count: count).background
            }
        }
    }

    private static func turned(
        _ image: consuming LeptonicaImage, _ orientation: Orientation
    ) -> LeptonicaImage? {
        switch orientation {
        case .upright: return image
        case .mirrored: return LeptonicaImage(adopting: pixFlipLR(nil, image.pix))
        case .upsideDown: return LeptonicaImage(adopting: pixRotate180(nil, image.pix))
        case .upsideDownMirrored: return LeptonicaImage(adopting: pixFlipTB(nil, image.pix))
        case .quarterTurn: return LeptonicaImage(adopting: pixRotateOrth(image.pix, 1))
        case .threeQuarterTurn: return LeptonicaImage(adopting: pixRotateOrth(image.pix, 3))
        case .transposed, .transversed:
            guard let turned = LeptonicaImage(adopting: pixRotateOrth(image.pix, 1)) else { return nil }
            return LeptonicaImage(
                adopting: orientation == .transposed
                    ? pixFlipLR(nil, turned.pix) : pixFlipTB(nil, turned.pix))
        }
    }
}
