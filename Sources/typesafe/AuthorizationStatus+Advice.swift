import ScreenshotDetection
import Texts

extension AuthorizationStatus {
    /// What the user can do about the folders; nil where there is nothing to do.
    func advice(_ folders: [FolderAccess]) -> String? {
        let unreadable = folders.filter { $0.state == .unreadable }.map(\.path)
        let command = Sentence.Argument.text(FolderAccess.permission(unreadable))
        return switch self {
        case .authorized: nil
        case .notDetermined: UserTexts.say(.noFolder)
        case .limited: UserTexts.say(.foldersUnreadableAllow, ["command": command])
        case .denied where unreadable.isEmpty:
            UserTexts.say(
                .foldersMissing, ["folders": .text(folders.map(\.path).joined(separator: ", "))])
        case .denied: UserTexts.say(.folderUnreadableAllow, ["command": command])
        }
    }
}
