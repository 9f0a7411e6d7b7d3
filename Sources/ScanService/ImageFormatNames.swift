package import Imaging
package import Texts

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

    /// The formats that this build reads.
    static var supportedNames: [String] {
        supported.flatMap { $0 == .heif ? ["HEIC", "AVIF"] : [$0.name] }
    }

    /// The name, for people, of a format that `ImagingError.unsupportedFormat` detected.
    static func foreignName(_ detected: String) -> Sentence.Argument {
        switch detected {
        case "video": .sentence(Sentence(ProblemText.aVideo))
        case "pdf": .sentence(Sentence(ProblemText.aPdf))
        case "zip": .sentence(Sentence(ProblemText.aZip))
        case "jxl": "JPEG XL"
        case "jpeg2000": "JPEG 2000"
        case "ico": .sentence(Sentence(ProblemText.anIcon))
        case "psd": .sentence(Sentence(ProblemText.aPhotoshopDocument))
        default: .text(detected.uppercased())
        }
    }
}

extension ImagingError {
    /// Sentences that say what is wrong and what to do. The HTTP response and the command line both use it.
    package func sentence(in texts: Texts) -> String {
        let details = ServiceError.image(self)
        return "\(texts.say(details.title)). \(texts.say(details.detail))"
    }
}
