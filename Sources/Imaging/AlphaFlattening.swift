/// Puts half-transparent grey pixels on the background that sets them off: white, or black where what can be
/// seen is mostly light (white text on nothing).
struct AlphaFlattening {
    /// Grey value of the background.
    private let background: Int
    let isOpaque: Bool

    /// - Parameters:
    ///   - grey: Value of each pixel.
    ///   - alpha: Opacity of each pixel, as many.
    init(grey: [UInt8], alpha: [UInt8]) {
        precondition(grey.count == alpha.count)
        // Without a way out, so that the loop takes many at a time: most pictures with alpha are opaque.
        isOpaque = alpha.reduce(255, &) == 255
        guard !isOpaque else {
            background = 255
            return
        }
        var visible = 0
        var light = 0
        for index in grey.indices {
            let opacity = Int(alpha[index])
            visible += opacity
            light += opacity * Int(grey[index])
        }
        background = light > visible * 128 ? 0 : 255
    }

    func flatten(_ grey: UInt8, alpha: UInt8) -> UInt8 {
        let opacity = Int(alpha)
        return UInt8(truncatingIfNeeded: (Int(grey) * opacity + background * (255 - opacity) + 127) / 255)
    }
}
