/// An upright grey picture without transparency: one byte a pixel, 0 black … 255 white, rows without padding.
package struct Bitmap: ~Copyable, Sendable {
    package let width: Int
    package let height: Int
    private var pixels: [UInt8]

    /// - Precondition: `pixels` holds `width` × `height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// All rows, top to bottom; the buffer is valid only inside `body`.
    package borrowing func withPixels<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try pixels.withUnsafeBufferPointer(body)
    }

    /// - Precondition: the place lies inside the picture.
    package subscript(x: Int, y: Int) -> UInt8 {
        precondition((0..<width).contains(x) && (0..<height).contains(y))
        return pixels[y * width + x]
    }

    /// Makes a rectangle one grey; what of it lies outside the picture is passed over.
    package mutating func fill(x: Range<Int>, y: Range<Int>, with value: UInt8) {
        let (columns, rows) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        for row in rows {
            for column in columns { pixels[row * width + column] = value }
        }
    }
}
