/// The frames of an image that holds several pictures: those of an animation, or pages. Each comes as a file of its own, because
/// decoders take stills.
package struct ImageFrames {
    package struct Frame {
        /// What becomes of a frame's area before the next frame is drawn.
        package enum Disposal {
            case keep, clear, restore
        }

        /// The frame's place on the canvas, in pixels.
        package var x = 0
        package var y = 0
        package let width: Int
        package let height: Int
        /// Whether what was drawn before shows through transparent pixels.
        package var isBlended = false
        package var disposal = Disposal.keep
        /// A function that makes a file of the frame alone.
        package let still: () -> [UInt8]
        /// A function that makes a file which is light where the frame is transparent; nil if its own file says so.
        package var mask: (() -> [UInt8])?
    }

    /// The size in pixels of what frames are drawn on; nil for pages, each of which has a size of its own.
    package internal(set) var canvas: (width: Int, height: Int)?
    /// The frames in the order in which they are shown, the first included; none if the image is a still picture.
    package internal(set) var frames: [Frame] = []
    /// Whether `frames` are all that the image holds, as far as its structure tells.
    package internal(set) var areAll = true

    /// The largest number of frames that are listed. Comparing as many takes seconds.
    private static let most = 256

    init(canvas: (width: Int, height: Int)?) { self.canvas = canvas }

    /// - Precondition: the image's header has been read without an error.
    package init(_ reader: ByteReader, format: ImageFormat) {
        switch format {
        case .png: self = PNGFrames(reader).frames
        case .gif: self = GIFStructure.frames(reader)
        case .webp: self = WebPStructure.frames(reader)
        case .tiff: self = TIFFStructure.frames(reader)
        case .heif:
            self.init(canvas: nil)
            areAll = !HEIFStructure.isSequence(reader)
        case .jpeg, .bmp: self.init(canvas: nil)
        }
        if frames.count == 1, areAll { frames = [] }
    }

    /// Returns false if there is no room for the frame.
    mutating func add(_ frame: Frame) -> Bool {
        guard frames.count < Self.most else {
            areAll = false
            return false
        }
        frames.append(frame)
        return true
    }
}
