import CLeptonica

/// GIF, BMP and TIFF through Leptonica's readers, from headers that have passed the limits.
enum LeptonicaDecoder {
    static func decode(_ reader: ByteReader, header: ImageHeader) throws(ImagingError) -> GreyPlane {
        _ = LeptonicaImage.silenced
        guard let image = try read(reader, header: header), let plane = plane(image) else {
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

    /// Eight bits a pixel, transparency flattened.
    private static func plane(_ image: consuming LeptonicaImage) -> GreyPlane? {
        let (width, height) = (image.width, image.height)
        var alpha: [UInt8]?
        if pixGetDepth(image.pix) == 32, pixGetSpp(image.pix) == 4 {
            alpha = LeptonicaImage(adopting: pixGetRGBComponent(image.pix, Int32(L_ALPHA_CHANNEL)))?
                .greyBytes()
            guard alpha != nil else { return nil }
        }
        guard let grey = LeptonicaImage(adopting: pixConvertTo8(image.pix, 0))?.greyBytes() else {
            return nil
        }
        var plane = GreyPlane(width: width, height: height, pixels: grey)
        if let alpha { plane.flatten(alpha: alpha) }
        return plane
    }
}
