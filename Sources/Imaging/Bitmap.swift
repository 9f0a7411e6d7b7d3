/// An upright grey picture without transparency: one byte a pixel, from 0 for black to 255 for white, rows without padding.
package struct Bitmap: ~Copyable, Sendable {
    package let width: Int
    package let height: Int
    /// Size of the picture that the bitmap shows, upright. It is larger than `width` × `height` if the picture was reduced, by
    /// the same factor on both sides to within a pixel.
    package let pictureWidth: Int
    package let pictureHeight: Int
    private var pixels: [UInt8]

    /// A bitmap of a picture in its own size.
    /// - Precondition: `pixels` holds `width` × `height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.init(width: width, height: height, pixels: pixels, pictureWidth: width, pictureHeight: height)
    }

    /// - Precondition: `pixels` holds `width` × `height` bytes, and the picture is at least as large as the bitmap.
    package init(width: Int, height: Int, pixels: [UInt8], pictureWidth: Int, pictureHeight: Int) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        precondition(pictureWidth >= width && pictureHeight >= height)
        self.width = width
        self.height = height
        self.pictureWidth = pictureWidth
        self.pictureHeight = pictureHeight
        self.pixels = pixels
    }

    /// Gives all rows from top to bottom; the buffer is valid only inside `body`.
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

    /// Fills a rectangle with one grey; the part of it outside the picture is ignored.
    package mutating func fill(x: Range<Int>, y: Range<Int>, with value: UInt8) {
        let (columns, rows) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        for row in rows {
            for column in columns { pixels[row * width + column] = value }
        }
    }
}
