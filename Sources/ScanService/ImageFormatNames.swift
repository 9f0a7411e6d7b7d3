import Imaging

extension ImageFormat {
    /// As people write it.
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

    /// What this build reads, as a sentence's subject.
    static var supportedNames: String {
        let names = supported.flatMap { $0 == .heif ? ["HEIC", "AVIF"] : [$0.name] }
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }

    /// How people call what `ImagingError.unsupportedFormat` detected.
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
