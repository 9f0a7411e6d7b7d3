import Foundation
import ScreenshotDetection
import Texts
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
        case .empty: "empty"
        case .tooLarge: "too_large"
        case .system: "unreadable"
        }
    }

    var message: String {
        switch self {
        case .server(let error) where error.code == .unreachable:
            UserTexts.current.joined([error.spoken, UserTexts.say(.startServer)])
        case .server(let error): error.spoken
        case .screenshot(.notFound): UserTexts.say(.screenshotNotFound)
        case .screenshot(.deleted): UserTexts.say(.screenshotDeleted)
        case .screenshot(.denied(let folders)):
            UserTexts.say(.folderUnreadableAllow, ["command": .text(FolderAccess.permission(folders))])
        case .screenshot(.file(let path, let error)), .file(let path, let error):
            Self.said(error, of: path)
        case .clipboard: UserTexts.say(.noClipboardPicture)
        case .store(let path): UserTexts.say(.cantWrite, ["path": .text(path)])
        case .usage(let sentence): sentence
        case .timedOut: UserTexts.say(.fetchingTookLong)
        }
    }

    /// The message with the input's name before it, unless it begins with the name.
    func message(of input: String?) -> String {
        guard let name = input.map(UserTexts.name), !message.hasPrefix(name) else { return message }
        return "\(name): \(message)"
    }

    /// The message without names of files and folders, for a notification, which a lock screen shows.
    var notice: String {
        switch self {
        case .screenshot(.denied): UserTexts.say(.folderUnreadable)
        case .screenshot(.file(_, let error)), .file(_, let error):
            Self.said(error, of: UserTexts.say(.theScreenshot))
        default: message
        }
    }

    /// The sentence for the user where a screenshot couldn't be fetched and the picker opens instead.
    var fallbackMessage: String {
        switch self {
        case .screenshot(.denied), .screenshot(.deleted): message
        case .screenshot(.notFound): UserTexts.say(.openingPicker)
        case .screenshot(.file(_, .missing)): UserTexts.say(.deletedPick)
        case .screenshot(.file(_, .incomplete)): UserTexts.say(.cutOffPick)
        case .screenshot(.file(_, .changing)): UserTexts.say(.replacedPick)
        default: UserTexts.say(.notLoadedPick)
        }
    }

    private static func said(_ error: PictureFileError, of file: String) -> String {
        let (key, more): (CommandText, [String: Sentence.Argument]) =
            switch error {
            case .missing: (.fileMissing, [:])
            case .denied: (.fileDenied, [:])
            case .notRegular: (.fileNotRegular, [:])
            case .notImage: (.fileNotPicture, [:])
            case .incomplete: (.fileIncomplete, [:])
            case .changing: (.fileChanging, [:])
            case .empty: (.fileEmpty, [:])
            case .tooLarge(let limit): (.fileTooLarge, ["limit": .number(limit >> 20)])
            case .system(let code): (.fileUnreadable, ["reason": .text(String(cString: strerror(code)))])
            }
        return UserTexts.say(key, more.merging(["file": .text(file)]) { $1 })
    }
}

/// How many scans ended with which risk.
struct OutcomeTally: Sendable {
    private var counts: [RiskLevel?: Int] = [:]

    init(_ outcomes: [ScanOutcome] = []) {
        for outcome in outcomes { add(outcome.response?.riskLevel) }
    }

    /// The number of scans with a risk; with nil, of those that failed.
    subscript(risk: RiskLevel?) -> Int { counts[risk] ?? 0 }

    var count: Int { counts.values.reduce(0, +) }

    mutating func add(_ risk: RiskLevel?) { counts[risk, default: 0] += 1 }
}
