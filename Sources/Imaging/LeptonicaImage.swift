package import CPictures

/// A Leptonica image, owned and freed here alone.
package struct LeptonicaImage: ~Copyable {
    package let pix: UnsafeMutablePointer<PIX>

    /// Takes over an image that a Leptonica function returned; nil if it returned none.
    package init?(adopting pix: UnsafeMutablePointer<PIX>?) {
        guard let pix else { return nil }
        self.pix = pix
    }

    deinit {
        var pix: UnsafeMutablePointer<PIX>? = self.pix
        pixDestroy(&pix)
    }

    package var width: Int { Int(pixGetWidth(pix)) }
    package var height: Int { Int(pixGetHeight(pix)) }

    /// Leptonica's `PIX_SRC`, which copies the source as it is: Swift doesn't see the macro.
    package static let copySource: Int32 = 0xC

    /// Silences Leptonica, once in each process: it would write complaints to the standard error stream, file contents included.
    package static let silenced: Void = {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        leptSetStderrHandler { _ in }
    }()
}

extension LeptonicaImage {
    private static let greyDepth: Int32 = 8

    /// Copies rows of a bitmap; nil if Leptonica has no memory or the size is beyond its own limits.
    package init?(_ bitmap: borrowing Bitmap, rows: Range<Int>) {
        _ = Self.silenced
        let width = bitmap.width
        guard let pix = pixCreateNoInit(Int32(width), Int32(rows.count), Self.greyDepth),
            let data = pixGetData(pix)
        else {
            return nil
        }
        self.pix = pix
        let stride = Int(pixGetWpl(pix)) * MemoryLayout<UInt32>.size
        let target = UnsafeMutableRawPointer(data)
        bitmap.withPixels { pixels in
            guard let source = pixels.baseAddress else { return }
            for row in 0..<rows.count {
                (target + row * stride).copyMemory(
                    from: source + (rows.lowerBound + row) * width, byteCount: width)
            }
        }
        pixEndianByteSwap(pix)
    }

    /// Copies rows of grey values; nil if their number is no multiple of the width, or Leptonica refuses the size.
    package init?(grey: [UInt8], width: Int) {
        guard width > 0, grey.count >= width, grey.count.isMultiple(of: width) else { return nil }
        let bitmap = Bitmap(width: width, height: grey.count / width, pixels: grey)
        self.init(bitmap, rows: 0..<bitmap.height)
    }

    /// The grey values row by row without padding; nil if the image isn't grey. Consumes the image, because its byte order is
    /// changed in place.
    package consuming func greyBytes() -> [UInt8]? {
        guard pixGetDepth(pix) == Self.greyDepth, let data = pixGetData(pix) else { return nil }
        pixEndianByteSwap(pix)
        let (width, height, stride) = (
            self.width, self.height, Int(pixGetWpl(pix)) * MemoryLayout<UInt32>.size
        )
        let source = UnsafeRawPointer(data)
        return [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            guard let target = buffer.baseAddress else { return }
            for row in 0..<height {
                UnsafeMutableRawPointer(target + row * width)
                    .copyMemory(from: source + row * stride, byteCount: width)
            }
            count = width * height
        }
    }
}

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
