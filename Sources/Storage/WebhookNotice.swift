package import Foundation

/// Something that webhooks are told of.
package struct WebhookNotice: Sendable {
    package enum Occasion: Sendable, Equatable {
        /// A verdict of medium or high risk.
        case verdict(isHigh: Bool)
        case screenshot

        var type: String {
            switch self {
            case .verdict: "verdict"
            case .screenshot: "screenshot"
            }
        }
    }

    package let id: UUID
    package let occasion: Occasion
    /// Whose verdict it is, or who owns what was taken a screenshot of: their own webhook hears of it where their
    /// preferences say so, and deleting the session deletes the message.
    package let session: UUID
    package let time: Date
    /// What is sent, byte for byte.
    package let body: Data
    /// Names of the operator's receivers that are told besides.
    package let operators: [String]

    package init(
        id: UUID, occasion: Occasion, session: UUID, time: Date, body: Data, operators: [String] = []
    ) {
        self.id = id
        self.occasion = occasion
        self.session = session
        self.time = time
        self.body = body
        self.operators = operators
    }
}

/// What became of a notice.
package struct OutboxReceipt: Sendable, Equatable {
    /// Messages that will be sent.
    package var queued = 0
    /// Messages for which there was no room.
    package var dropped = 0

    package init() {}
}

/// What bounds the outbox.
package struct OutboxLimits: Sendable {
    /// Messages, waiting and given up, and those to one session's webhook.
    package var entries = 100_000
    package var perSession = 5_000
    /// How long a message is tried, and then kept among those given up.
    package var age: Duration = .seconds(7 * 86_400)

    package init() {}
}

/// Who receives a message. Where that is, and the secret, is looked up when it is sent.
package enum OutboxEndpoint: Sendable, Hashable {
    /// One of the operator's, by name.
    case configured(String)
    /// What a session's preferences name.
    case session(UUID)

    var stored: String {
        switch self {
        case .configured(let name): "operator:\(name)"
        case .session(let id): "session:\(id.uuidString)"
        }
    }

    init?(stored: String) {
        let parts = stored.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.last) {
        case ("operator", let name?): self = .configured(name)
        case ("session", let id?):
            guard let id = UUID(uuidString: id) else { return nil }
            self = .session(id)
        default: return nil
        }
    }
}

/// One message to one receiver.
package struct OutboxEntry: Sendable {
    /// Unlike any other's, past and future.
    package let number: Int64
    package let event: UUID
    package let endpoint: OutboxEndpoint
    package let type: String
    package let body: Data
    package let createdAt: Date
    /// Until when it is tried; of one given up, until when it is kept.
    package let expiresAt: Date
    package let attempts: Int
    package let dueAt: Date
    package let isDead: Bool
    package let lastOutcome: String?
}

package struct OutboxCounts: Sendable, Equatable {
    package var pending: Int
    package var dead: Int

    package init(pending: Int, dead: Int) {
        self.pending = pending
        self.dead = dead
    }
}
