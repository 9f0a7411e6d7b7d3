package import CLeptonica

/// The one owner of a Leptonica picture.
package struct LeptonicaImage: ~Copyable {
    package let pix: UnsafeMutablePointer<PIX>

    /// Takes over what a Leptonica function returned; nil where it returned nothing.
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

    /// Leptonica writes its complaints to the standard error stream, file contents included. Once a process.
    package static let silenced: Void = {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        leptSetStderrHandler { _ in }
    }()
}

extension LeptonicaImage {
    /// A copy of rows `rows` of a bitmap; nil where Leptonica refuses (memory, or a size beyond its own limits).
    package init?(_ bitmap: borrowing Bitmap, rows: Range<Int>) {
        _ = Self.silenced
        let width = bitmap.width
        guard let pix = pixCreateNoInit(Int32(width), Int32(rows.count), 8), let data = pixGetData(pix) else {
            return nil
        }
        self.pix = pix
        let stride = Int(pixGetWpl(pix)) * 4
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

    /// Whole rows of grey values; nil where the width doesn't divide them, or Leptonica refuses.
    package init?(grey: [UInt8], width: Int) {
        guard width > 0, grey.count >= width, grey.count.isMultiple(of: width) else { return nil }
        let bitmap = Bitmap(width: width, height: grey.count / width, pixels: grey)
        self.init(bitmap, rows: 0..<bitmap.height)
    }

    /// The grey values row by row without padding. Changes the picture's byte order, hence consuming.
    package consuming func greyBytes() -> [UInt8]? {
        guard pixGetDepth(pix) == 8, let data = pixGetData(pix) else { return nil }
        pixEndianByteSwap(pix)
        let (width, height, stride) = (self.width, self.height, Int(pixGetWpl(pix)) * 4)
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
