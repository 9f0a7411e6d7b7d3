/// Grey pixels as a decoder leaves them, possibly reduced, and not yet flattened or turned: one byte a pixel, rows without padding.
struct GreyPlane: Equatable {
    let width: Int
    let height: Int
    /// The size of the picture before it was reduced, in pixels.
    private let fullWidth: Int
    private let fullHeight: Int
    private(set) var pixels: [UInt8]
    /// The opacity of each pixel, from 0 to 255; nil if all are opaque.
    private(set) var alpha: [UInt8]?

    /// - Precondition: `pixels` holds `width` × `height` bytes, and `alpha` as many if there is transparency.
    init(width: Int, height: Int, pixels: [UInt8], alpha: [UInt8]? = nil) {
        self.init(width, height, of: (width, height), pixels, alpha)
    }

    private init(
        _ width: Int, _ height: Int, of full: (width: Int, height: Int), _ pixels: [UInt8],
        _ alpha: [UInt8]? = nil
    ) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        precondition(alpha.map { $0.count == pixels.count } ?? true)
        self.width = width
        self.height = height
        (fullWidth, fullHeight) = full
        self.pixels = pixels
        self.alpha = alpha
    }

    /// Lets a C decoder fill the rows; nil if it returns anything but 0.
    init?(_ size: ReducedSize, filledBy decode: (UnsafeMutablePointer<UInt8>) -> Int32) {
        guard let pixels = Self.bytes(size.width * size.height, filledBy: decode) else { return nil }
        self.init(size.width, size.height, of: (size.fullWidth, size.fullHeight), pixels)
    }

    /// Lets a C decoder fill the rows and as many rows of opacities.
    init?(
        _ size: ReducedSize,
        withAlphaFilledBy decode: (UnsafeMutablePointer<UInt8>, _ alpha: UnsafeMutablePointer<UInt8>) -> Int32
    ) {
        var alpha: [UInt8]?
        let plane = GreyPlane(size) { grey in
            alpha = Self.bytes(size.width * size.height) { decode(grey, $0) }
            return alpha == nil ? -1 : 0
        }
        guard var plane, let alpha else { return nil }
        plane.alpha = alpha
        self = plane
    }

    private static func bytes(
        _ count: Int, filledBy decode: (UnsafeMutablePointer<UInt8>) -> Int32
    ) -> [UInt8]? {
        var succeeded = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            succeeded = decode(start) == 0
            filled = succeeded ? count : 0
        }
        return succeeded ? bytes : nil
    }

    /// The largest value of a mask's pixels that counts as dark.
    private static let middle: UInt8 = 127

    /// Returns the pixels, opaque where a mask of the same size is dark, and transparent elsewhere.
    func covered(where mask: GreyPlane) -> GreyPlane {
        GreyPlane(
            width: width, height: height, pixels: pixels,
            alpha: mask.pixels.map { $0 > Self.middle ? 0 : .max })
    }

    /// What puts the pixels on the background that sets them off; nil if all are opaque.
    var flattening: AlphaFlattening? { alpha.map { AlphaFlattening(grey: pixels, alpha: $0) } }

    /// Returns the pixels without transparency.
    /// - Parameter chosen: the background of another plane of the same picture; nil for this one's own.
    consuming func flattened(_ chosen: AlphaFlattening? = nil) -> GreyPlane {
        guard let alpha else { return self }
        self.alpha = nil
        let flattening = chosen ?? AlphaFlattening(grey: pixels, alpha: alpha)
        guard !flattening.isOpaque else { return self }
        pixels.withUnsafeMutableBufferPointer { pixels in
            alpha.withUnsafeBufferPointer { alpha in
                for index in pixels.indices {
                    pixels[index] = flattening.flatten(pixels[index], alpha: alpha[index])
                }
            }
        }
        return self
    }

    /// Returns the pixels, turned so that the picture stands upright.
    /// - Precondition: the plane is flattened.
    consuming func turned(_ orientation: Orientation) -> GreyPlane {
        switch orientation {
        case .upright: return self
        case .mirrored:
            mirror()
            return self
        case .upsideDown:
            pixels.reverse()
            return self
        case .upsideDownMirrored:
            pixels.reverse()
            mirror()
            return self
        case .transposed: return transposed()
        case .quarterTurn:
            var turned = transposed()
            turned.mirror()
            return turned
        case .threeQuarterTurn:
            mirror()
            return transposed()
        case .transversed:
            pixels.reverse()
            return transposed()
        }
    }

    /// Returns the pixels at half the size: the means of two by two, without the last of an odd number of rows or columns.
    func halved() -> GreyPlane {
        let (halfWidth, halfHeight) = (max(1, width / 2), max(1, height / 2))
        let (right, below) = (min(1, width - 1), min(1, height - 1) * width)
        let half = [UInt8](unsafeUninitializedCapacity: halfWidth * halfHeight) { target, filled in
            pixels.withUnsafeBufferPointer { source in
                for y in 0..<halfHeight {
                    for x in 0..<halfWidth {
                        let at = 2 * y * width + 2 * x
                        let sum =
                            Int(source[at]) + Int(source[at + right]) + Int(source[at + below])
                            + Int(source[at + right + below])
                        target[y * halfWidth + x] = UInt8(truncatingIfNeeded: (sum + 2) / 4)
                    }
                }
            }
            filled = halfWidth * halfHeight
        }
        return GreyPlane(halfWidth, halfHeight, of: (fullWidth, fullHeight), half)
    }

    /// Fills a rectangle with one value; the part of it outside the picture is ignored.
    mutating func fill(x: Range<Int>, y: Range<Int>, with value: UInt8) {
        let (columns, rows) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        for row in rows {
            for column in columns { pixels[row * width + column] = value }
        }
    }

    private mutating func mirror() {
        for y in 0..<height { pixels[y * width..<(y + 1) * width].reverse() }
    }

    /// Side in pixels of the squares that are transposed one by one: two of them fit into the fastest cache.
    private static let squareSide = 32

    /// The pixels with columns for rows. Goes by squares, because pixels of a column are far apart in memory.
    private func transposed() -> GreyPlane {
        let side = Self.squareSide
        let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { target, filled in
            pixels.withUnsafeBufferPointer { source in
                for top in stride(from: 0, to: height, by: side) {
                    for left in stride(from: 0, to: width, by: side) {
                        for x in left..<min(left + side, width) {
                            for y in top..<min(top + side, height) {
                                target[x * height + y] = source[y * width + x]
                            }
                        }
                    }
                }
            }
            filled = pixels.count
        }
        return GreyPlane(height, width, of: (fullHeight, fullWidth), turned)
    }

    /// - Precondition: the picture stands upright.
    var bitmap: Bitmap {
        Bitmap(
            width: width, height: height, pixels: pixels, pictureWidth: fullWidth, pictureHeight: fullHeight)
    }
}

/// Puts half-transparent grey pixels on the background that sets them off: on black if the visible pixels are mostly light
/// (white text on nothing), and on white otherwise.
struct AlphaFlattening {
    /// The largest opacity and the largest grey value.
    private static let opaque: UInt8 = 255
    private static let white = 255
    /// The visible pixels are mostly light if their mean grey value is larger than this.
    private static let middle = 128

    /// The grey value of the background: 0 for black or 255 for white.
    private let background: Int
    let isOpaque: Bool

    /// - Parameters:
    ///   - grey: value of each pixel.
    ///   - alpha: opacity of each pixel, from 0 to 255; as many as `grey`.
    init(grey: [UInt8], alpha: [UInt8]) {
        precondition(grey.count == alpha.count)
        // The loop has no early exit, so that it takes many pixels at a time: most pictures with alpha are opaque.
        isOpaque = alpha.reduce(Self.opaque, &) == Self.opaque
        guard !isOpaque else {
            background = Self.white
            return
        }
        var visible = 0
        var light = 0
        for index in grey.indices {
            let opacity = Int(alpha[index])
            visible += opacity
            light += opacity * Int(grey[index])
        }
        background = light > visible * Self.middle ? 0 : Self.white
    }

    func flatten(_ grey: UInt8, alpha: UInt8) -> UInt8 {
        let opacity = Int(alpha)
        let most = Int(Self.opaque)
        // Half of the divisor rounds to the nearest value.
        let mixed = (Int(grey) * opacity + background * (most - opacity) + most / 2) / most
        return UInt8(truncatingIfNeeded: mixed)
    }
}
