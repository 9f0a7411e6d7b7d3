import Foundation
import ScreenshotDetection
import TypeSafeAPI
import TypeSafeClient

struct ScanOutcome: Sendable {
    /// The input's name as the user wrote it; nil for a text.
    let name: String?
    let origin: HistoryEntry.Origin
    let result: Result<ScanResponse, CommandFailure>

    var response: ScanResponse? { try? result.get() }
}

/// The reason why a command failed, for its message and its JSON output.
enum CommandFailure: Error, Equatable, Sendable {
    case server(ClientError)
    case screenshot(ScreenshotFinderError)
    case file(name: String, PictureFileError)
    /// The clipboard holds no image, or no program is installed that can read it.
    case clipboard
    /// A file that the command has to write can't be written.
    case store(path: String)
    case usage(String)
    case timedOut

    /// The error's code in JSON output, which stays the same between versions.
    var code: String {
        switch self {
        case .server(let error): error.code.rawValue
        case .screenshot(.notFound): "not_found"
        case .screenshot(.deleted): "deleted"
        case .screenshot(.denied): "denied"
        case .screenshot(.file(_, let error)), .file(_, let error): Self.code(error)
        case .clipboard: "clipboard"
        case .store: "store"
        case .usage: "usage"
        case .timedOut: "fetch_timeout"
        }
    }

    private static func code(_ error: PictureFileError) -> String {
        switch error {
        case .missing: "missing"
        case .denied: "denied"
        case .notRegular: "not_a_file"
        case .notImage: "not_a_picture"
        case .incomplete: "incomplete"
        case .changing: "changing"
        case .tooLarge: "too_large"
        case .system: "unreadable"
        }
    }

    var message: String {
        switch self {
        case .server(let error) where error.code == .unreachable:
            "\(error) Start it, or name another: typesafe settings set server URL"
        case .server(let error): "\(error)"
        case .screenshot(.notFound): "Screenshot not found."
        case .screenshot(.deleted): "The screenshot was deleted or replaced, so nothing was scanned."
        case .screenshot(.denied(let folders)): FolderAccess.advice(unreadable: folders)
        case .screenshot(.file(let path, let error)), .file(let path, let error):
            "\(path): \(Self.phrase(error))."
        case .clipboard:
            "No picture is in the clipboard, or no program to read it (wl-paste, xclip) is installed."
        case .store(let path): "\(path) can't be written."
        case .usage(let sentence): sentence
        case .timedOut: "Fetching the screenshot took too long."
        }
    }

    /// The message without names of files and folders, for a notification, which a lock screen shows.
    var notice: String {
        switch self {
        case .screenshot(.denied):
            "The folder with the screenshots can't be read. In a terminal, typesafe status says what to do."
        case .screenshot(.file(_, let error)), .file(_, let error): "The screenshot: \(Self.phrase(error))."
        default: message
        }
    }

    /// The sentence for the user where a screenshot couldn't be fetched and the picker opens instead.
    var fallbackMessage: String {
        switch self {
        case .screenshot(.denied), .screenshot(.deleted): message
        case .screenshot(.notFound): "Screenshot not found. Opening manual picker..."
        case .screenshot(.file(_, .missing)): "The screenshot was deleted. Select manually."
        case .screenshot(.file(_, .incomplete)): "The screenshot is cut off. Select manually."
        case .screenshot(.file(_, .changing)): "The screenshot was replaced. Select manually."
        default: "Couldn't load screenshot automatically. Select manually."
        }
    }

    private static func phrase(_ error: PictureFileError) -> String {
        switch error {
        case .missing: "there is no such file"
        case .denied: "it may not be read"
        case .notRegular: "it is no regular file"
        case .notImage: "it is no picture"
        case .incomplete: "it ends too early, or is still being written"
        case .changing: "it was replaced or is being written"
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MiB"
        case .system(let code): "it can't be read (\(String(cString: strerror(code))))"
        }
    }
}
