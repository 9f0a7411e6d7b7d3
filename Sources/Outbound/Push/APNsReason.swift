import Foundation

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
