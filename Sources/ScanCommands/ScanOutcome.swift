import Foundation
import ScreenshotDetection
import TypeSafeAPI
import TypeSafeClient

/// What became of one picture or text.
struct ScanOutcome: Sendable {
    /// As the user named it; nil for a text.
    let name: String?
    let origin: HistoryEntry.Origin
    let result: Result<ScanResponse, CommandFailure>

    var response: ScanResponse? { try? result.get() }
}

/// Why a command couldn't do its work.
enum CommandFailure: Error, Equatable, Sendable {
    case server(ClientError)
    case fetch(FetchError)
    case file(name: String, PictureFileError)
    /// A helper program isn't there or brought nothing.
    case clipboard
    case store(path: String)
    case usage(String)
    case timedOut

    /// For programs; stable.
    var code: String {
        switch self {
        case .server(let error): error.code.rawValue
        case .fetch(.notFound): "not_found"
        case .fetch(.denied): "denied"
        case .fetch(.file(_, let error)), .file(_, let error): Self.code(error)
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

    /// One sentence for a person.
    var sentence: String {
        switch self {
        case .server(let error): "\(error)"
        case .fetch(.notFound): "Screenshot not found."
        case .fetch(.denied(let folders)):
            "Enable access to \(folders.joined(separator: ", ")) for automatic scanning: chmod u+rx FOLDER"
        case .fetch(.file(let path, let error)), .file(let path, let error): "\(path): \(Self.words(error))."
        case .clipboard:
            "No picture is in the clipboard, or no program to read it (wl-paste, xclip) is installed."
        case .store(let path): "\(path) can't be written."
        case .usage(let sentence): sentence
        case .timedOut: "Fetching the screenshot took too long."
        }
    }

    private static func words(_ error: PictureFileError) -> String {
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
