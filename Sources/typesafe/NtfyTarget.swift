import Foundation
import ScreenshotDetection
import Texts

/// Where `watch` passes verdicts on to: a topic, and what opens it.
struct NtfyTarget: Sendable {
    /// Largest file in bytes that is read for a token. ntfy's tokens have 32 letters.
    private static let tokenFileLimit = 1_024
    private static let tokenLength = 1...256

    let topic: NtfyTopic
    /// The topic's access token; nil where anybody may write to it.
    let token: String?

    /// - Parameters:
    ///   - address: what the command line names; nil for the settings'.
    ///   - tokenFile: the same of the token's file.
    /// - Returns: nil where neither names a topic.
    /// - Throws: a failure where the address is none, or no token can be read.
    init?(
        _ address: String?, tokenFile: String?, _ settings: ClientSettings
    ) throws(CommandFailure) {
        let (stored, source) = settings.value(.notify)
        let file: String?
        if let address {
            guard let topic = NtfyTopic(address) else {
                throw .usage(
                    .settingRefused,
                    ["setting": "--notify", "accepted": .sentence(ClientSetting.notify.accepted)])
            }
            (self.topic, file) = (topic, tokenFile)
        } else if let topic = NtfyTopic(stored) {
            // A token is for the server that stands beside it, and is sent to no other one.
            let (path, tokenSource) = settings.value(.notifyTokenFile)
            (self.topic, file) = (topic, tokenFile ?? (tokenSource == source && !path.isEmpty ? path : nil))
        } else {
            if tokenFile != nil { throw .usage(.notifyNeeds) }
            return nil
        }
        if let file {
            guard let token = Self.token(in: file) else {
                throw .usage(.noNotifyToken, ["path": .text(file)])
            }
            self.token = token
        } else {
            token = nil
        }
    }

    /// Returns the one line of a file; nil where the file can't be read, or holds something else.
    private static func token(in path: String) -> String? {
        // A pipe that nobody writes to must not hold the command up.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.read(upToCount: tokenFileLimit + 1), data.count <= tokenFileLimit else {
            return nil
        }
        let token = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let isToken =
            tokenLength.contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isToken ? token : nil
    }
}
