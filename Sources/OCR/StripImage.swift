package import TextAnalysis

/// A line of text as Tesseract reads it, for an engine elsewhere.
package struct StripImage: Sendable, Equatable {
    /// Rows of every strip: the models' own input height; anything else they scale to it first.
    package static let height = 36
    /// Tesseract refuses pictures wider than 32,767 pixels; a line of a screen has some 1,500.
    package static let maxWidth = 16_000

    package let width: Int
    /// Grey, dark on light, `height` rows of `width` bytes.
    package let pixels: [UInt8]

    /// nil where the size isn't what it should be.
    package init?(width: Int, pixels: [UInt8]) {
        guard (1...Self.maxWidth).contains(width), pixels.count == width * Self.height else { return nil }
        self.width = width
        self.pixels = pixels
    }
}

/// Other engines that read some of a picture's lines meanwhile.
package struct LineHelp {
    /// Called at most once a picture. What it returns waits for the readings: one for each strip with places in pixels of the
    /// strip, or nil where there is no help.
    package let ask: ([StripImage]) -> () -> [[Transcript.Word]]?

    package init(ask: @escaping ([StripImage]) -> () -> [[Transcript.Word]]?) {
        self.ask = ask
    }
}
