/// The formats of images, told apart by their first bytes alone.
package enum ImageFormat: String, Sendable, Equatable, CaseIterable {
    case png, jpeg, webp, gif, bmp, tiff
    /// HEIC and AVIF, which are read only if the package was built with the trait HEIF.
    case heif

    /// The number of bytes at a file's start that tell its format. BMP needs the most.
    package static let signatureLength = 18

    /// - Throws: `ImagingError.empty` or `.unsupportedFormat`, which names the format if it is a well-known one.
    package init(sniffing bytes: [UInt8]) throws(ImagingError) {
        guard !bytes.isEmpty else { throw .empty }
        let reader = ByteReader(bytes)
        if reader.matches(PNGStructure.signature, at: 0) {
            self = .png
        } else if reader.matches([0xFF, 0xD8, 0xFF], at: 0) {
            self = .jpeg
        } else if WebPStructure.isSignature(reader) {
            self = .webp
        } else if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) {
            self = .gif
        } else if BMPStructure.isSignature(reader) {
            self = .bmp
        } else if TIFFStructure.isSignature(reader) {
            self = .tiff
        } else if HEIFStructure.brand(reader) != nil {
            self = .heif
        } else {
            throw .unsupportedFormat(detected: Self.foreignName(reader))
        }
    }

    /// The number of bytes at a file's start in which an SVG element is looked for. Comments and an XML declaration may stand
    /// before it.
    private static let svgReach = 1024

    /// The name of a format that isn't read but that people send by mistake, so that the refusal can name it.
    private static func foreignName(_ reader: ByteReader) -> String? {
        if HEIFStructure.isBoxed(reader) { return "video" }
        if reader.matches("%PDF-", at: 0) { return "pdf" }
        if reader.matches([0x50, 0x4B, 0x03, 0x04], at: 0) { return "zip" }
        if reader.matches([0xFF, 0x0A], at: 0) || reader.matches("JXL ", at: 4) { return "jxl" }
        if reader.matches("jP  ", at: 4) { return "jpeg2000" }
        if reader.matches([0x00, 0x00, 0x01, 0x00], at: 0) { return "ico" }
        if reader.matches("8BPS", at: 0) { return "psd" }
        if reader.contains("<svg", within: svgReach) { return "svg" }
        return nil
    }
}

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

/// Whether bytes are a whole image file, told by their structure. Nothing is decoded.
package enum ImageCompleteness: Equatable, Sendable {
    /// The bytes are an image from its header to its end.
    case complete(ImageFormat)
    /// The image stops midway: it is still being written, or it was cut off.
    case incomplete(ImageFormat)
    /// The bytes are not an image of a format that screenshots come in. TIFF is not one of them: its structure doesn't tell
    /// where a file ends.
    case notImage

    package init(_ bytes: [UInt8]) {
        guard let format = try? ImageFormat(sniffing: bytes), format != .tiff else {
            self = .notImage
            return
        }
        let reader = ByteReader(bytes)
        let isComplete =
            switch format {
            case .png: PNGStructure.isComplete(reader)
            case .jpeg: JPEGStructure.isComplete(reader)
            case .webp: WebPStructure.isComplete(reader)
            case .gif: GIFStructure.isComplete(reader)
            case .bmp: BMPStructure.isComplete(reader)
            case .heif: HEIFStructure.isComplete(reader)
            case .tiff: false
            }
        self = isComplete ? .complete(format) : .incomplete(format)
    }
}

/// The reason why an image could not become a bitmap.
package enum ImagingError: Error, Sendable, Equatable {
    case empty
    /// No image, or one of a format that isn't read; `detected` is a short name such as `heic` or `pdf`.
    case unsupportedFormat(detected: String?)
    /// A known format in a variant that isn't read; `feature` is a short name such as `bigtiff`.
    case unsupportedFeature(ImageFormat, feature: String)
    /// The header announces more pixels than `limit`. Nothing was decoded.
    case tooManyPixels(width: Int, height: Int, limit: Int)
    /// The header announces a side longer than `limit` pixels. Nothing was decoded.
    case sideTooLong(width: Int, height: Int, limit: Int)
    case corrupt(ImageFormat, Defect)

    package enum Defect: String, Sendable, Equatable {
        /// The header holds zero or impossible values, or parts in the wrong order.
        case badHeader
        /// The file ends before the image does.
        case truncated
        case badData
    }
}
