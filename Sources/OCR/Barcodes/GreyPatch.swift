import CPictures
import TextAnalysis

/// A part of a picture at a scale that ZXing reads well, dark on light.
struct GreyPatch {
    let width: Int
    let height: Int
    let pixels: [UInt8]
    /// The place of the patch's first pixel in the picture.
    let x: Int
    let y: Int
    /// The number of the patch's pixels along each side of one pixel of the picture.
    let enlargement: Int
    /// The number of the picture's pixels along each side of one pixel of the patch.
    let reduction: Int

    /// A part is enlarged if its modules have shorter sides than this, in pixels.
    private static let smallModule = 4.0
    /// A part whose modules are at least twice as large is reduced to modules of this side, in pixels.
    private static let wantedModule = 5.0
    /// The smallest side of a patch before it is enlarged, in pixels.
    private static let minSide = 8

    /// - Parameters:
    ///   - left, top, right, bottom: bounds of the part, which is cut to the picture.
    ///   - module: side of a module in pixels; nil keeps the scale.
    /// - Returns: nil if too little of the part lies within the picture.
    init?(
        _ picture: UnsafeBufferPointer<UInt8>, width pictureWidth: Int, height pictureHeight: Int,
        left: Double, top: Double, right: Double, bottom: Double, module: Double?, isInverted: Bool
    ) {
        let x0 = max(0, Int(left))
        let y0 = max(0, Int(top))
        let x1 = min(pictureWidth, Int(right.rounded(.up)))
        let y1 = min(pictureHeight, Int(bottom.rounded(.up)))
        var (enlargement, reduction) = (1, 1)
        if let module {
            if module < Self.smallModule { enlargement = 2 }
            if module >= 2 * Self.wantedModule { reduction = Int(module / Self.wantedModule) }
        }
        let mask: UInt8 = isInverted ? 0xFF : 0
        let (partWidth, partHeight) = ((x1 - x0) / reduction, (y1 - y0) / reduction)
        guard partWidth >= Self.minSide, partHeight >= Self.minSide else { return nil }
        x = x0
        y = y0
        self.enlargement = enlargement
        self.reduction = reduction
        width = partWidth * enlargement
        height = partHeight * enlargement
        var pixels = [UInt8](repeating: 0, count: width * height)
        if enlargement > 1 {
            Self.double(picture, pictureWidth, x0, y0, partWidth, partHeight, mask, into: &pixels)
        } else {
            let area = reduction * reduction
            for py in 0..<partHeight {
                for px in 0..<partWidth {
                    var sum = area / 2
                    for dy in 0..<reduction {
                        let row = (y0 + py * reduction + dy) * pictureWidth + x0 + px * reduction
                        for dx in 0..<reduction { sum += Int(picture[row + dx] ^ mask) }
                    }
                    pixels[py * partWidth + px] = UInt8(sum / area)
                }
            }
        }
        self.pixels = pixels
    }

    /// Enlarges the part to twice its size by linear interpolation.
    private static func double(
        _ picture: UnsafeBufferPointer<UInt8>, _ pictureWidth: Int, _ x0: Int, _ y0: Int, _ width: Int,
        _ height: Int, _ mask: UInt8, into pixels: inout [UInt8]
    ) {
        for y in 0..<2 * height {
            // The four parts of a pixel lie a quarter off its middle in each direction, so that the pixel counts three times as
            // much as its neighbour there: 9, 3, 3 and 1 of 16.
            let near = y / 2
            let far = min(max(y & 1 == 0 ? near - 1 : near + 1, 0), height - 1)
            let (nearRow, farRow) = ((y0 + near) * pictureWidth + x0, (y0 + far) * pictureWidth + x0)
            for x in 0..<2 * width {
                let side = x / 2
                let beside = min(max(x & 1 == 0 ? side - 1 : side + 1, 0), width - 1)
                let sum =
                    9 * Int(picture[nearRow + side]) + 3 * Int(picture[nearRow + beside])
                    + 3 * Int(picture[farRow + side]) + Int(picture[farRow + beside])
                pixels[y * 2 * width + x] = UInt8((sum + 8) / 16) ^ mask
            }
        }
    }

    /// The place in the picture of a place in the patch.
    /// - Parameter origin: `x` or `y`.
    func place(_ value: Int32, from origin: Int) -> Int {
        origin + Int(value) * reduction / enlargement
    }

    /// Number of finder patterns that ZXing may see in the patch, counted up to a limit.
    func patterns(upTo limit: Int) -> Int {
        pixels.withUnsafeBufferPointer { pixels in
            var search = FinderPatternSearch(
                pixels, width: width, height: height, isExact: true)
            var runs = RowRuns()
            for y in stride(from: 1, to: height - 1, by: FinderPatternSearch.rowStep)
            where search.patterns.count < limit {
                runs.scan(pixels, width: width, y: y, smooths: false)
                search.take(runs, y: y)
            }
            return min(search.patterns.count, limit)
        }
    }
}

/// The kinds of codes that are looked for in a patch. The bits are those of `CBarcodes`.
struct SymbolKinds: OptionSet {
    let rawValue: UInt32

    static let matrix = SymbolKinds(rawValue: UInt32(CB_QR))
    static let linear = SymbolKinds(rawValue: UInt32(CB_EAN | CB_CODE_128 | CB_CODE_39 | CB_ITF))
}

extension Transcript.Code.Symbology {
    init?(_ kind: UInt32) {
        switch Int(kind) {
        case CB_QR: self = .qr
        case CB_EAN: self = .ean
        case CB_CODE_128: self = .code128
        case CB_CODE_39: self = .code39
        case CB_ITF: self = .itf
        default: return nil
        }
    }
}

extension GreyPatch {
    /// Reads all codes in the patch. Their boxes are in pixels of the picture, and lie within its size.
    func read(_ kinds: SymbolKinds, width pictureWidth: Int, height pictureHeight: Int) -> [Transcript.Code] {
        let capacity = Transcript.Code.maxCount
        return withUnsafeTemporaryAllocation(of: cb_code.self, capacity: capacity) { codes in
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity * Transcript.Code.maxPayload) {
                payloads in
                let count = cb_read(
                    pixels, Int32(width), Int32(height), kinds.rawValue, codes.baseAddress, Int32(capacity),
                    payloads.baseAddress, payloads.count)
                return codes.prefix(Int(count)).compactMap { code in
                    let bytes = payloads[Int(code.offset)..<Int(code.offset + code.count)]
                    guard let symbology = Transcript.Code.Symbology(code.kind),
                        bytes.count <= Transcript.Code.maxPayload
                    else { return nil }
                    let left = min(max(place(code.left, from: x), 0), pictureWidth - 1)
                    let top = min(max(place(code.top, from: y), 0), pictureHeight - 1)
                    let right = min(max(place(code.right, from: x), left + 1), pictureWidth)
                    let bottom = min(max(place(code.bottom, from: y), top + 1), pictureHeight)
                    return Transcript.Code(
                        symbology: symbology, payload: String(decoding: bytes, as: UTF8.self),
                        box: Box(x: left, y: top, width: right - left, height: bottom - top))
                }
            }
        }
    }
}
