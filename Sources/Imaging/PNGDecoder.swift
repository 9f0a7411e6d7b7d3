import CImageCodecs

/// PNG through libpng's simplified interface, which keeps its longjmps to itself.
enum PNGDecoder {
    static func decode(_ reader: ByteReader) throws(ImagingError) -> Bitmap {
        let bytes = try PNGStructure.essentials(reader)
        var image = png_image()
        image.version = png_uint_32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let pixels = bytes.withUnsafeBytes { buffer -> [UInt8]? in
            guard png_image_begin_read_from_memory(&image, buffer.baseAddress, buffer.count) != 0 else {
                return nil
            }
            return read(&image)
        }
        guard let pixels else { throw .corrupt(.png, .badData) }
        return Bitmap(width: Int(image.width), height: Int(image.height), pixels: pixels)
    }

    private static func read(_ image: inout png_image) -> [UInt8]? {
        let hasAlpha = image.format & png_uint_32(PNG_FORMAT_FLAG_ALPHA) != 0
        // Without this, sixteen bits a sample count as linear light and come out far too bright.
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        image.format = png_uint_32(hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0)
        let count = Int(image.width) * Int(image.height)
        let channels = hasAlpha ? 2 : 1
        var succeeded = false
        let samples = [UInt8](unsafeUninitializedCapacity: count * channels) { buffer, filled in
            succeeded = png_image_finish_read(&image, nil, buffer.baseAddress, 0, nil) != 0
            filled = succeeded ? count * channels : 0
        }
        guard succeeded else { return nil }
        return hasAlpha ? flattened(samples, count: count) : samples
    }

    /// - Parameter samples: Grey and alpha by turns.
    private static func flattened(_ samples: [UInt8], count: Int) -> [UInt8]? {
        samples.withUnsafeBufferPointer { buffer -> [UInt8]? in
            guard let grey = buffer.baseAddress else { return nil }
            let flattening = AlphaFlattening(grey: grey, alpha: grey + 1, stride: 2, count: count)
            return [UInt8](unsafeUninitializedCapacity: count) { target, filled in
                for index in 0..<count {
                    target[index] = flattening.flatten(grey[index * 2], alpha: grey[index * 2 + 1])
                }
                filled = count
            }
        }
    }
}
