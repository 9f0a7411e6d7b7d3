/// Puts half-transparent grey pixels on the background that sets them off: white, or black where what can be
/// seen is mostly light (white text on nothing).
struct AlphaFlattening {
    /// Grey value of the background.
    private(set) var background = 255
    private(set) var isOpaque = true

    /// - Parameter count: Number of pixels; `grey` and `alpha` give each one's values.
    init(grey: UnsafePointer<UInt8>, alpha: UnsafePointer<UInt8>, stride: Int, count: Int) {
        var visible = 0
        var light = 0
        for index in 0..<count {
            let opacity = Int(alpha[index * stride])
            visible += opacity
            light += opacity * Int(grey[index * stride])
        }
        isOpaque = visible == 255 * count
        if !isOpaque, light > visible * 128 { background = 0 }
    }

    func flatten(_ grey: UInt8, alpha: UInt8) -> UInt8 {
        let opacity = Int(alpha)
        return UInt8(truncatingIfNeeded: (Int(grey) * opacity + background * (255 - opacity) + 127) / 255)
    }
}
