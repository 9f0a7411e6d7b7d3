import Foundation

/// Sends to Apple devices over one or two connections, which all pushes share.
struct APNsSender: Sendable {
    private let settings: APNsSettings
    private let tokens: ProviderTokens
    private let thread: TransferThread

    init(_ settings: APNsSettings, clock: PushClock, thread: TransferThread) {
        self.settings = settings
        self.thread = thread
        tokens = ProviderTokens(settings, clock: clock)
    }

    func send(_ parts: APNsMessage.Parts) async -> PushOutcome {
        guard let url = try? settings.server.adding(path: "/3/device/" + parts.token),
            var token = try? tokens.token()
        else { return .refused(reason: "no token could be made") }
        // The second time with a new token.
        for _ in 0..<2 {
            let request = OutboundRequest(
                to: url,
                fields: parts.fields + [
                    ("authorization", "bearer " + token), ("content-type", "application/json"),
                ], body: parts.payload, connection: .shared)
            switch await thread.send(request) {
            case .failed(let failure): return PushOutcome(failure)
            case .answered(let answer) where answer.status == 200: return .delivered
            case .answered(let answer):
                let (handling, reason) = Self.judge(answer)
                guard handling == .renewToken else {
                    return Self.outcome(handling, reason, retryAfter: answer.retryAfter)
                }
                switch try? tokens.renew(insteadOf: token) {
                case .renewed(let new): token = new
                case .tooEarly(let wait): return .retry(after: wait, reason: reason)
                case nil: return .refused(reason: "no token could be made")
                }
            }
        }
        return .retry(
            after: ProviderTokens.shortestLife, reason: APNsReason.expiredProviderToken.rawValue)
    }

    static func judge(_ answer: OutboundAnswer) -> (APNsReason.Handling, reason: String) {
        let refusal = try? JSONDecoder().decode(APNsRefusal.self, from: Data(answer.content))
        if let reason = refusal.flatMap({ APNsReason(rawValue: $0.reason) }) {
            return (reason.handling, reason.rawValue)
        }
        return (APNsReason.handling(ofStatus: answer.status), "status \(answer.status)")
    }

    private static func outcome(
        _ handling: APNsReason.Handling, _ reason: String, retryAfter: Duration?
    ) -> PushOutcome {
        switch handling {
        case .endFollower: .gone(reason: reason)
        case .giveUp: .refused(reason: reason)
        case .waitForOperator:
            .retry(after: APNsReason.serverWait, reason: reason + ", see --push")
        case .wait(let wait): .retry(after: retryAfter ?? wait, reason: reason)
        case .renewToken: .retry(after: ProviderTokens.shortestLife, reason: reason)
        }
    }
}

/// Why APNs refused a push: the reasons that Apple documents, "Handling notification responses from APNs". docs/phone.md shows this table.
package enum APNsReason: String, CaseIterable, Sendable {
    case badCollapseId = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageId = "BadMessageId"
    case badPriority = "BadPriority"
    case badTopic = "BadTopic"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingDeviceToken = "MissingDeviceToken"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"
    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case expiredProviderToken = "ExpiredProviderToken"
    case forbidden = "Forbidden"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case unrelatedKeyIdInToken = "UnrelatedKeyIdInToken"
    case badEnvironmentKeyIdInToken = "BadEnvironmentKeyIdInToken"
    case badEnvironmentKeyInToken = "BadEnvironmentKeyInToken"
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    case shutdown = "Shutdown"

    /// What is done about a refusal.
    package enum Handling: Sendable, Equatable {
        /// The token leads nowhere: the follower ends.
        case endFollower
        /// This push can't be sent; the follower stays.
        case giveUp
        /// A new provider token is made and the push sent again, where the old one is 20 minutes old; otherwise it waits until then.
        case renewToken
        /// The operator's settings don't fit: the push waits, and the log says so.
        case waitForOperator
        /// The push waits for so long, or as long as the answer says.
        case wait(Duration)
    }

    /// Apple: "After 15 minutes, you can retry JSON payloads that receive response status codes that begin with 5XX."
    static let serverWait = Duration.seconds(15 * 60)
    /// Wait of a device that had too many pushes. Apple gives no time; an update that waits gives way to a later one.
    static let deviceWait = Duration.seconds(60)
    /// Wait for another connection.
    static let connectionWait = Duration.seconds(1)

    package var handling: Handling {
        switch self {
        case .badDeviceToken, .deviceTokenNotForTopic, .expiredToken, .unregistered: .endFollower
        case .badCollapseId, .badExpirationDate, .badMessageId, .badPriority, .duplicateHeaders,
            .invalidPushType, .missingDeviceToken, .payloadEmpty, .payloadTooLarge, .badPath,
            .methodNotAllowed, .forbidden:
            .giveUp
        case .expiredProviderToken: .renewToken
        case .badTopic, .missingTopic, .topicDisallowed, .badCertificate, .badCertificateEnvironment,
            .invalidProviderToken, .missingProviderToken, .unrelatedKeyIdInToken, .badEnvironmentKeyIdInToken,
            .badEnvironmentKeyInToken:
            .waitForOperator
        case .idleTimeout: .wait(Self.connectionWait)
        case .tooManyProviderTokenUpdates: .wait(ProviderTokens.shortestLife)
        case .tooManyRequests: .wait(Self.deviceWait)
        case .internalServerError, .serviceUnavailable, .shutdown: .wait(Self.serverWait)
        }
    }

    /// What is done about a status whose reason isn't documented.
    static func handling(ofStatus status: Int) -> Handling {
        switch status {
        case 410: .endFollower
        case 403: .waitForOperator
        case 429: .wait(deviceWait)
        case 500...: .wait(serverWait)
        default: .giveUp
        }
    }
}

/// The content of a refusal.
struct APNsRefusal: Decodable {
    let reason: String
}
