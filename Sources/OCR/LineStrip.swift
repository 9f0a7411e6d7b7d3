/// One line of text as Tesseract reads it: cut out, dark on light, scaled to the height of the models' input.
package struct LineStrip: Sendable, Equatable {
    /// The input height of Tesseract's models for Latin letters, which scale images of other heights to it.
    package static let height = 36
    /// The largest width of a strip in columns. Tesseract refuses images wider than 32,767 pixels; a line of a screen has some
    /// 1,500.
    package static let maxWidth = 16_000

    package let width: Int
    /// The number of rows: the input height of the model that reads the strip.
    package let height: Int
    /// The grey values, from 0 for black to 255 for white: `height` rows of `width` bytes without padding.
    package let pixels: [UInt8]

    /// Returns nil if the width is out of bounds or doesn't fit the number of pixels.
    package init?(width: Int, height: Int = Self.height, pixels: [UInt8]) {
        guard (1...Self.maxWidth).contains(width), pixels.count == width * height else { return nil }
        (self.width, self.height) = (width, height)
        self.pixels = pixels
    }

    /// The first columns of the strip, or all if it has no more.
    func start(columns: Int) -> LineStrip? {
        guard width > columns else { return self }
        let rows = (0..<height).map { pixels[$0 * width..<$0 * width + columns] }
        return LineStrip(width: columns, height: height, pixels: rows.flatMap(\.self))
    }
}
