package import Imaging

extension ImageFormat {
    var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .gif: "GIF"
        case .bmp: "BMP"
        case .tiff: "TIFF"
        case .heif: "HEIC or AVIF"
        }
    }

    /// The formats that this build reads, as a list for the beginning of a sentence.
    static var supportedNames: String {
        let names = supported.flatMap { $0 == .heif ? ["HEIC", "AVIF"] : [$0.name] }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// The name, for people, of a format that `ImagingError.unsupportedFormat` detected.
    static func foreignName(_ detected: String) -> String {
        switch detected {
        case "video": "a video"
        case "pdf": "a PDF"
        case "zip": "a ZIP archive"
        case "jxl": "JPEG XL"
        case "jpeg2000": "JPEG 2000"
        case "ico": "an icon"
        case "psd": "a Photoshop document"
        default: detected.uppercased()
        }
    }
}

extension ImagingError {
    /// One English sentence that says what is wrong and what to do. The HTTP response and the command line both use it.
    package var sentence: String {
        let details = ServiceError.image(self)
        return "\(details.title). \(details.detail)"
    }
}
