/// The frames of an image after its first, decoded one by one as far as they differ from those before. Every pixel counts: where
/// small differences were left out, a sender would write in them.
package struct FurtherFrames {
    private let decoder: ImageDecoder
    private let frames: ImageFrames
    private let orientation: Orientation
    /// What the frames of an animation are drawn on; nil for pages.
    private var canvas: Canvas?
    /// The frames so far that differ from each other, the first included.
    private var seen: [GreyPlane] = []
    /// The number of pixels that may still be compared. All frames together may have as many as one image.
    private var pixelsLeft: Int
    private var hasFailed = false
    private let sample: PixelSample

    /// The number of the frame that was returned last; the image's first frame has the number 1.
    package private(set) var number = 0

    init(of bytes: [UInt8], _ header: ImageHeader, by decoder: ImageDecoder, _ sample: PixelSample = .luma) {
        self.decoder = decoder
        self.sample = sample
        frames = ImageFrames(ByteReader(bytes), format: header.format)
        orientation = header.orientation
        pixelsLeft = decoder.limits.maxPixels
        guard !frames.frames.isEmpty, let (width, height) = frames.canvas else { return }
        if width > 0, height > 0, decoder.limits.allow(width: width, height: height) {
            canvas = Canvas(width: width, height: height)
        } else {
            hasFailed = true
        }
    }

    /// Whether every frame was gone through, so that what was returned is all that the image shows.
    package var areAll: Bool { frames.areAll && !hasFailed && number == frames.frames.count }

    /// Returns the next frame that differs from all before; nil after the last one, and after one that can't be decoded or is beyond
    /// the limits.
    package mutating func next() -> Bitmap? {
        while !hasFailed, number < frames.frames.count {
            guard let plane = plane(of: frames.frames[number]).map(upright) else {
                hasFailed = true
                return nil
            }
            number += 1
            if seen.contains(plane) { continue }
            seen.append(plane)
            // The first frame has been read already.
            if number > 1 { return plane.bitmap }
        }
        return nil
    }

    /// What is shown from a frame on, whether or not it differs from others; nil if that is beyond the limits or broken.
    /// - Parameters:
    ///   - wanted: the frame's number, from 1.
    ///   - ground: the background that shows through; this plane's own is left there if it is nil.
    mutating func plane(_ wanted: Int, on ground: inout AlphaFlattening?) -> GreyPlane? {
        guard frames.frames.indices.contains(wanted - 1) else { return nil }
        var plane: GreyPlane?
        for frame in frames.frames.prefix(wanted) {
            plane = self.plane(of: frame)
            if plane == nil { return nil }
        }
        ground = ground ?? plane?.flattening
        return plane.map { upright($0.flattened(ground)) }
    }

    private func upright(_ plane: GreyPlane) -> GreyPlane {
        canvas == nil ? plane.flattened() : plane.flattened().turned(orientation)
    }

    /// What is shown from this frame on, with its transparency; nil if that is beyond the limits or broken.
    private mutating func plane(of frame: ImageFrames.Frame) -> GreyPlane? {
        guard var plane = decode(frame.still()) else { return nil }
        guard canvas != nil else { return plane }
        if let mask = frame.mask {
            guard let mask = decode(mask()) else { return nil }
            plane = plane.covered(where: mask)
        }
        guard (plane.width, plane.height) == (frame.width, frame.height) else { return nil }
        canvas?.draw(frame, plane)
        return canvas?.plane
    }

    private mutating func decode(_ still: [UInt8]) -> GreyPlane? {
        guard let header = try? decoder.checkedHeader(of: still) else { return nil }
        pixelsLeft -= max(header.width * header.height, canvas?.pixelCount ?? 0)
        guard pixelsLeft >= 0 else { return nil }
        return try? decoder.plane(of: still, header, ReducedSize(whole: header), sample)
    }
}

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
