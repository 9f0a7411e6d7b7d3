import Crypto
package import Foundation
import Texts

/// What a follower is told. It never has a word of the message that was scanned, nor of what was found in it.
package struct PushContent: Codable, Sendable, Equatable {
    /// The place of a push in the life of what the follower shows.
    package enum Phase: String, Codable, Sendable, CaseIterable {
        /// A scan has been accepted, or a follower was registered while it ran.
        case start
        /// A scan has gone on.
        case update
        /// A scan has ended, for whatever reason.
        case end
        /// A notification of its own, which nothing follows.
        case alert
    }

    /// State of the scan, of which a person needs to know less than a program.
    package enum State: String, Codable, Sendable, CaseIterable {
        case queued, running, done, failed, cancelled
    }

    package var phase: Phase
    /// The scan; nil for an alert that belongs to no scan.
    package var scanID: UUID?
    /// What names a screenshot of something shared, and isn't sent; nil for all else.
    package var screenshotID: UUID?
    /// The session; nil for a scan without one. It isn't sent, as it gives access to the session's results.
    package var sessionID: String?
    package var state: State
    /// Why the scan failed, a word for programs such as `restarted`; nil unless the state is `failed`.
    package var failure: String?
    /// How much of the scan is done, 0 to 100; nil where that isn't known.
    package var percent: Int?
    /// The risk level as the API writes it; nil before the verdict.
    package var level: String?
    /// The kind of scam as the API writes it; nil before the verdict and where there is none.
    package var scamType: String?
    /// BCP 47 tag of the person's language; nil in what an older version stored.
    package var language: String?
    /// A few words in the person's language.
    package var title: String
    /// A sentence in the person's language.
    package var body: String
    /// When this was so, by the server's clock.
    package var at: Date
    /// From when what the follower shows is out of date; nil for never.
    package var staleAt: Date?
    /// When the follower takes an ended activity off its screen; nil for the carrier's own time.
    package var dismissAt: Date?
    /// Number of the push in the scan's life. Of two pushes, the one with the larger number counts.
    package var sequence: Int

    package init(
        phase: Phase, scanID: UUID? = nil, screenshotID: UUID? = nil, sessionID: String? = nil, state: State,
        failure: String? = nil, percent: Int? = nil, level: String? = nil, scamType: String? = nil,
        title: String, body: String, at: Date, staleAt: Date? = nil, dismissAt: Date? = nil, sequence: Int
    ) {
        self.phase = phase
        self.scanID = scanID
        self.screenshotID = screenshotID
        self.sessionID = sessionID
        self.state = state
        self.failure = failure
        self.percent = percent
        self.level = level
        self.scamType = scamType
        self.title = title
        self.body = body
        self.at = at
        self.staleAt = staleAt
        self.dismissAt = dismissAt
        self.sequence = sequence
    }
}

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
