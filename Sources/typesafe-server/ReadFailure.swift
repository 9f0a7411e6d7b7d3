import BundledResources
import Scanning
import ScanService
import Texts

/// Why a picture can't be read or drawn; `description` follows the picture's name on standard error.
enum ReadFailure: Error, CustomStringConvertible {
    case noSuchFile
    case notReadable
    case tooLarge(limit: Int)
    case reading(ScanError)
    case notDrawn
    case wouldOverwrite(String)
    case notWritten(String)

    var description: String {
        switch self {
        case .noSuchFile: "no such file"
        case .notReadable: "the file can't be read"
        case .tooLarge(let limit): "over \(limit) bytes, the limit body_bytes"
        case .reading(.image(let error)):
            (try? TextLibrary.texts(forLocale: "en", directory: BundledResources.texts)).map(error.sentence)
                ?? "the picture can't be decoded"
        case .reading(.deadlineExceeded(let limit)):
            "reading took longer than \(limit.components.seconds) s, the limit scan_seconds"
        case .reading: "the text reader failed"
        case .notDrawn: "it was read, but could not be drawn on"
        case .wouldOverwrite(let path):
            "\(PictureInput.displayName(path)) is an input or was just written, and is left alone"
        case .notWritten(let path): "\(PictureInput.displayName(path)) can't be written"
        }
    }
}
