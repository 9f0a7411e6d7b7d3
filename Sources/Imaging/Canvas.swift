/// What the frames of an animation are drawn on, one after the other.
struct Canvas {
    private let width: Int
    private let height: Int
    private var grey: [UInt8]
    /// The opacity of each pixel. At first nothing is drawn.
    private var alpha: [UInt8]
    /// The frame that was drawn last, and what the canvas showed before it if that comes back.
    private var last: (frame: ImageFrames.Frame, before: (grey: [UInt8], alpha: [UInt8])?)?

    private static let opaque = 255

    /// - Precondition: both sides are at least 1.
    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        grey = [UInt8](repeating: 0, count: width * height)
        alpha = grey
    }

    var pixelCount: Int { grey.count }

    /// What the canvas shows, with its transparency.
    var plane: GreyPlane { GreyPlane(width: width, height: height, pixels: grey, alpha: alpha) }

    /// Draws the next frame. What of it lies beside the canvas isn't shown.
    /// - Precondition: the plane is of the frame's size.
    mutating func draw(_ frame: ImageFrames.Frame, _ plane: GreyPlane) {
        dispose()
        last = (frame, frame.disposal == .restore ? (grey, alpha) : nil)
        for (target, source) in rows(of: frame) {
            guard let opacities = plane.alpha else {
                grey.replaceSubrange(target, with: plane.pixels[source])
                for index in target { alpha[index] = UInt8(Self.opaque) }
                continue
            }
            for (index, from) in zip(target, source) {
                guard frame.isBlended else {
                    (grey[index], alpha[index]) = (plane.pixels[from], opacities[from])
                    continue
                }
                blend(plane.pixels[from], Int(opacities[from]), at: index)
            }
        }
    }

    private mutating func blend(_ value: UInt8, _ opacity: Int, at index: Int) {
        let under = Int(alpha[index]) * (Self.opaque - opacity) / Self.opaque
        let together = opacity + under
        guard together > 0 else { return }
        let mixed = (Int(value) * opacity + Int(grey[index]) * under + together / 2) / together
        grey[index] = UInt8(truncatingIfNeeded: mixed)
        alpha[index] = UInt8(truncatingIfNeeded: together)
    }

    private mutating func dispose() {
        guard let last else { return }
        switch last.frame.disposal {
        case .keep: break
        case .restore: if let before = last.before { (grey, alpha) = before }
        case .clear:
            for (target, _) in rows(of: last.frame) {
                for index in target { alpha[index] = 0 }
            }
        }
    }

    /// The places of a frame's rows on the canvas and in the frame.
    private func rows(of frame: ImageFrames.Frame) -> [(target: Range<Int>, source: Range<Int>)] {
        let columns = min(frame.width, width - frame.x)
        guard columns > 0 else { return [] }
        return (0..<max(0, min(frame.height, height - frame.y))).map { row in
            let target = (frame.y + row) * width + frame.x
            let source = row * frame.width
            return (target..<target + columns, source..<source + columns)
        }
    }
}
