package import Foundation
package import SystemSupport

/// The next step of whoever sends messages.
package enum OutboxWork: Sendable {
    /// - Parameter host: the host of a session's webhook; any other text for an operator's receiver.
    case send(OutboxMessage, host: String)
    /// No message is due before this time; nil where no message waits.
    case wait(until: Date?)
}

/// The messages for webhooks, for the dispatcher that sends them and for the operator's commands.
package protocol Outbox: Sendable {
    /// Returns the next step of the dispatcher.
    func next(at now: Date, besides busy: OutboxBusy) async throws(StoreError) -> OutboxWork

    func delivered(_ message: OutboxMessage) async throws(StoreError)

    /// Records a failed attempt. The message will be tried again.
    /// - Parameters:
    ///   - wait: how long the message waits.
    ///   - backoff: returns how long its receiver gets no message at all, after this number of failures in a row.
    func failed(
        _ message: OutboxMessage, _ outcome: String, at now: Date, wait: Duration,
        backoff: @escaping @Sendable (Int) -> Duration
    ) async throws(StoreError)

    /// Turns a message into a dead letter, which isn't tried again by itself.
    func deadLetter(_ message: OutboxMessage, _ outcome: String, at now: Date) async throws(StoreError)

    /// Returns a session's webhook as it was registered; nil where the session has none.
    func webhook(of session: UUID) async throws(StoreError) -> StoredWebhook?

    func removeWebhook(of session: UUID) async throws(StoreError)

    // MARK: - For the operator

    func counts() async throws(StoreError) -> OutboxCounts

    func list(limit: Int) async throws(StoreError) -> [OutboxMessage]

    /// Makes a message due now and gives it all its attempts again. It returns false where there is no such message.
    func retry(_ number: Int64, at now: Date) async throws(StoreError) -> Bool

    /// Deletes a message. It returns false where there is no such message.
    func drop(_ number: Int64) async throws(StoreError) -> Bool
}

/// An event that is published to webhooks. It becomes one message for each receiver that wants it.
package struct OutboxEvent: Sendable {
    package enum Trigger: Sendable, Equatable {
        /// A scan had a verdict of medium or high risk.
        case verdict(isHigh: Bool)
        case screenshot

        package var type: String {
            switch self {
            case .verdict: "verdict"
            case .screenshot: "screenshot"
            }
        }
    }

    package let id: UUID
    package let trigger: Trigger
    /// The session of the verdict, or the owner of the subject that a screenshot was taken of. Its webhook gets the
    /// event where its preferences allow that. Deleting the session deletes the messages.
    package let session: UUID
    package let time: Date
    /// The body that is sent, without any change.
    package let body: Data
    /// Names of those receivers in the operator's file that get this event.
    package let operators: [String]
    /// The client whose share of the outbox the messages take; nil for nobody's.
    package let client: ClientID?

    package init(
        id: UUID, trigger: Trigger, session: UUID, time: Date, body: Data, operators: [String] = [],
        client: ClientID? = nil
    ) {
        self.client = client
        self.id = id
        self.trigger = trigger
        self.session = session
        self.time = time
        self.body = body
        self.operators = operators
    }
}

package struct OutboxReceipt: Sendable, Equatable {
    package var queued = 0
    /// Number of messages that were lost because the outbox was full.
    package var dropped = 0

    package init() {}

    /// Whether no receiver wants the event.
    package var isEmpty: Bool { self == OutboxReceipt() }
}

package struct OutboxLimits: Sendable {
    /// Largest number of messages, dead letters included. A message takes about 1 kB, so all of them take 100 MB at
    /// most.
    package var entries = 100_000
    /// Largest number of messages where another one to a session's webhook is added. The rest is kept for the operator's receivers.
    package var entriesWithSessions: Int { entries - entries / 4 }
    /// Largest number of messages to one session's webhook. It takes fifteen sessions to fill what the outbox has for them.
    package var perSession = 5_000
    /// How long a message is tried. A dead letter is kept for the same time again.
    package var age: Duration = .seconds(7 * 86_400)

    package init() {}
}

/// The receiver of a message. Its URL and its secret are looked up when the message is sent.
package enum OutboxEndpoint: Sendable, Hashable {
    /// A receiver in the operator's file, by its name.
    case configured(String)
    case session(UUID)
    /// A follower, whose messages the webhooks' dispatcher doesn't send.
    case follower(UUID)

    /// The pattern of GLOB that matches the stored form of sessions' receivers.
    static let storedSessions = "session:*"
    /// The pattern of GLOB that matches that of followers.
    static let storedFollowers = "follower:*"

    package var stored: String {
        switch self {
        case .configured(let name): "operator:\(name)"
        case .session(let id): "session:\(id.uuidString)"
        case .follower(let id): "follower:\(id.uuidString)"
        }
    }

    package init?(stored: String) {
        let parts = stored.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.last) {
        case ("operator", let name?): self = .configured(name)
        case ("session", let id?):
            guard let id = UUID(uuidString: id) else { return nil }
            self = .session(id)
        case ("follower", let id?):
            guard let id = UUID(uuidString: id) else { return nil }
            self = .follower(id)
        default: return nil
        }
    }
}

/// Who sends the messages to a receiver.
enum OutboxLane: Int {
    case webhooks = 0
    case followers = 1

    init(endpoint: String) { self = endpoint.hasPrefix("follower:") ? .followers : .webhooks }
}

/// To whom no message is sent now, and whose turn it is with the others.
package struct OutboxBusy: Sendable {
    /// The share of the last message of each receiver whose clients take turns.
    package var lastShares: [OutboxEndpoint: Int] = [:]
    /// Each receiver gets one message at a time.
    package var receivers: Set<OutboxEndpoint> = []
    /// Hosts of sessions' webhooks, and clients that registered followers.
    package var hosts: Set<String> = []
    /// Whether all sessions' webhooks have to wait.
    package var withSessions = false

    package init() {}
}

/// What a dispatcher sends at the moment.
package struct OutboxSending: Sendable {
    package private(set) var receivers: Set<OutboxEndpoint> = []
    /// Number of messages to each host, or to the followers of each client.
    private var hosts: [String: Int] = [:]

    package init() {}

    package mutating func begin(_ endpoint: OutboxEndpoint, at host: String) {
        receivers.insert(endpoint)
        hosts[host, default: 0] += 1
    }

    package mutating func end(_ endpoint: OutboxEndpoint, at host: String) {
        receivers.remove(endpoint)
        let left = hosts[host, default: 1] - 1
        hosts[host] = left > 0 ? left : nil
    }

    /// - Parameter perHost: number of messages that are sent to one host at once.
    package func busy(perHost: Int) -> OutboxBusy {
        var busy = OutboxBusy()
        busy.receivers = receivers
        busy.hosts = Set(hosts.filter { $0.value >= perHost }.keys)
        return busy
    }
}

package struct OutboxMessage: Sendable {
    /// The message's number, which no other message has or had.
    package let number: Int64
    package let event: UUID
    package let endpoint: OutboxEndpoint
    package let type: String
    package let body: Data
    package let createdAt: Date
    /// The time until which the message is tried. For a dead letter, the time until which it is kept.
    package let expiresAt: Date
    package let attempts: Int
    package let dueAt: Date
    package let isDeadLetter: Bool
    package let lastOutcome: String?
    /// The share of the client that caused the message.
    package let share: Int
}

package struct OutboxCounts: Sendable, Equatable {
    package var pending: Int
    package var deadLetters: Int

    package init(pending: Int, deadLetters: Int) {
        self.pending = pending
        self.deadLetters = deadLetters
    }
}
