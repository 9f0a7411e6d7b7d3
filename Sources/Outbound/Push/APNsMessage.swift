import Foundation

/// A push as APNs takes it: `POST /3/device/TOKEN` with a payload of JSON.
enum APNsMessage {
    /// Apple's limit for payloads of alerts and Live Activities, in bytes.
    static let maxPayload = 4_096
    /// Seconds for which APNs keeps a message for a device that can't be reached. A start that comes late starts an activity of a scan
    /// that has ended; an activity is shown for 8 hours and another 4 when it has ended.
    private static let lifetimes = (start: 120, update: 60, end: 12 * 3_600, alert: 86_400)

    /// The headers but for the token of the server, and the payload.
    struct Parts {
        let token: String
        let fields: [(name: String, value: String)]
        let payload: [UInt8]
    }

    /// Why nothing is sent.
    enum Obstacle: Error {
        /// The activity has no update token yet, which the app sends once APNs has started it.
        case noUpdateToken
        /// This carrier doesn't show such a push.
        case notShown
    }

    static func alert(_ content: PushContent, token: String, id: UUID, topic: String) throws -> Parts {
        guard content.phase == .end || content.phase == .alert else { throw Obstacle.notShown }
        let payload = AlertPayload(
            aps: AlertPayload.Notification(
                alert: Alert(content), sound: "default", threadID: "typesafe",
                level: content.isUrgent ? "time-sensitive" : "active"),
            typesafe: PushFacts(content, namesScan: true))
        var fields = [
            ("apns-push-type", "alert"), ("apns-topic", topic), ("apns-priority", "10"),
            ("apns-expiration", expiration(content, lifetimes.alert)),
            ("apns-id", id.uuidString.lowercased()),
        ]
        // A later notification of the scan takes the place of an earlier one, as the same one does that comes twice.
        if let thread = content.thread { fields.append(("apns-collapse-id", thread)) }
        return Parts(token: token, fields: fields, payload: try bytes(of: payload))
    }

    static func liveActivity(
        _ content: PushContent, updateToken: String?, startToken: String?, id: UUID, topic: String
    ) throws -> Parts {
        let starts = content.phase == .start && updateToken == nil
        guard content.phase != .alert else { throw Obstacle.notShown }
        guard let token = updateToken ?? (starts ? startToken : nil) else { throw Obstacle.noUpdateToken }
        var aps = ActivityPayload.Notification(
            timestamp: Int(content.at.timeIntervalSince1970), event: .update,
            state: PushFacts(content, namesScan: false))
        aps.staleDate = content.staleAt.map { Int($0.timeIntervalSince1970) }
        var lifetime = lifetimes.update
        if starts {
            aps.event = .start
            aps.attributesType = "TypeSafeScan"
            aps.attributes = ActivityPayload.Attributes(scanID: content.scanID?.uuidString.lowercased() ?? "")
            // Apple wants an alert with a start, and asks the device for an update token from iOS 18 on.
            aps.alert = Alert(content)
            aps.inputPushToken = 1
            lifetime = lifetimes.start
        } else if content.phase == .end {
            aps.event = .end
            aps.dismissalDate = content.dismissAt.map { Int($0.timeIntervalSince1970) }
            if content.isWarning { aps.alert = Alert(content) }
            lifetime = lifetimes.end
        }
        return Parts(
            token: token,
            fields: [
                ("apns-push-type", "liveactivity"), ("apns-topic", topic + ".push-type.liveactivity"),
                // Pushes of priority 10 count against the device's budget for the app.
                ("apns-priority", content.phase == .update ? "5" : "10"),
                ("apns-expiration", expiration(content, lifetime)), ("apns-id", id.uuidString.lowercased()),
            ],
            payload: try bytes(of: ActivityPayload(aps: aps)))
    }

    private static func expiration(_ content: PushContent, _ lifetime: Int) -> String {
        "\(Int(content.at.timeIntervalSince1970) + lifetime)"
    }

    private static func bytes(of payload: some Encodable) throws -> [UInt8] {
        let bytes = try JSONEncoder.forWire.encode(payload)
        guard bytes.count <= maxPayload else { throw PushTooLong() }
        return Array(bytes)
    }
}

private struct Alert: Encodable {
    let title: String
    let body: String

    init(_ content: PushContent) {
        title = content.title
        body = content.body
    }
}

private struct AlertPayload: Encodable {
    struct Notification: Encodable {
        let alert: Alert
        let sound: String
        let threadID: String
        let level: String

        enum CodingKeys: String, CodingKey {
            case alert, sound
            case threadID = "thread-id"
            case level = "interruption-level"
        }
    }

    let aps: Notification
    let typesafe: PushFacts
}

private struct ActivityPayload: Encodable {
    enum Event: String, Encodable {
        case start, update, end
    }

    struct Attributes: Encodable {
        let scanID: String
    }

    struct Notification: Encodable {
        let timestamp: Int
        var event: Event
        let state: PushFacts
        var staleDate: Int?
        var dismissalDate: Int?
        var attributesType: String?
        var attributes: Attributes?
        var alert: Alert?
        var inputPushToken: Int?

        init(timestamp: Int, event: Event, state: PushFacts) {
            self.timestamp = timestamp
            self.event = event
            self.state = state
        }

        enum CodingKeys: String, CodingKey {
            case timestamp, event, attributes, alert
            case state = "content-state"
            case staleDate = "stale-date"
            case dismissalDate = "dismissal-date"
            case attributesType = "attributes-type"
            case inputPushToken = "input-push-token"
        }
    }

    let aps: Notification
}
