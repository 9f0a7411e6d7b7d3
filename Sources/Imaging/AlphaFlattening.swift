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
