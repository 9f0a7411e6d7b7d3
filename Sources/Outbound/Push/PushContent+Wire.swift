import Crypto
import Foundation

extension PushContent {
    /// A name for everything that is told of one scan or of one screenshot, under which a later push takes the place of an earlier one.
    /// Carriers see it in the clear, so it isn't an id.
    var thread: String? {
        let name = scanID.map { "scan \($0)" } ?? screenshotID.map { "screenshot \($0)" }
        return name.map { name in
            Base64URL.text(Array(SHA256.hash(data: Data(name.utf8))).prefix(Self.threadBytes))
        }
    }

    /// Bytes of a thread's name: 24 letters, of which Web Push takes 32.
    private static let threadBytes = 18

    /// Whether the verdict is one that a person should see at once.
    var isUrgent: Bool { level == "high" }
    /// Whether a person should be told of the verdict with a sound.
    var isWarning: Bool { level == "high" || level == "medium" }
}

/// What a browser, a UnifiedPush app or a notification's code gets of a push, and what a Live Activity shows of it. The session's id isn't
/// in it, as it gives access to the session's results.
struct PushFacts: Encodable {
    let phase: PushContent.Phase?
    let scanID: String?
    let state: PushContent.State
    let failure: String?
    let percent: Int?
    let level: String?
    let scamType: String?
    let language: String?
    let title: String
    let body: String
    /// Seconds since 1970.
    let at: Int
    let sequence: Int

    /// - Parameter namesScan: whether the scan's id, the phase and the language are among the facts.
    init(_ content: PushContent, namesScan: Bool) {
        phase = namesScan ? content.phase : nil
        scanID = namesScan ? content.scanID?.uuidString.lowercased() : nil
        state = content.state
        failure = content.failure
        percent = content.percent
        level = content.level
        scamType = content.scamType
        language = namesScan ? content.language : nil
        title = content.title
        body = content.body
        at = Int(content.at.timeIntervalSince1970)
        sequence = content.sequence
    }
}
