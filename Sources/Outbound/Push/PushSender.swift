import Crypto
package import Foundation
import Synchronization

/// Sends pushes to followers and says what came of each. It stores nothing and tries nothing again.
package final class PushSender: Sendable {
    /// Two connections take what APNs allows, a thousand pushes at once on each, and one of them may end at any time.
    private static let apnsLimits = TransferThread.Limits(
        perHost: 2, connections: 2, transfers: 2_048, startsSlowly: true)
    /// ntfy servers and push services: few of them, and each has HTTP/2 or a handful of connections.
    private static let otherLimits = TransferThread.Limits(perHost: 4, connections: 64, transfers: 1_024)
    /// Wait of a push whose carrier has as many as it takes.
    private static let busyWait = Duration.seconds(1)
    /// Wait for the app to send an update token of an activity that was started by a push.
    private static let tokenWait = Duration.seconds(5)

    /// The threads start with the first push. libcurl and TLS take megabytes, which a server without followers doesn't need.
    private struct Threads {
        var others: TransferThread?
        var apns: TransferThread?
        var apnsSender: APNsSender?
        var isStopped = false
    }

    private let settings: PushSettings
    private let vapid: VAPIDTokens?
    private let threads = Mutex(Threads())

    package init(_ settings: PushSettings) {
        self.settings = settings
        vapid = settings.vapid.map { VAPIDTokens($0, clock: settings.clock) }
    }

    deinit { stop() }

    /// The key by which browsers and their push services know the server; nil where it sends no Web Push.
    package var publicKey: String? { settings.vapid?.key.publicText }

    /// Says why the sender can't take an address; nil where it can. It connects to nothing.
    package func fault(of address: PushAddress) -> PushAddressFault? {
        do throws(PushAddressFault) {
            _ = try AddressCheck(address, settings)
            return nil
        } catch {
            return error
        }
    }

    /// Sends a push. It returns when the carrier has answered, and after twice the time limit of the settings at the latest.
    /// - Parameter id: id of the push, which is the same at each attempt, so that a carrier that can shows a repeated push once.
    package func send(_ content: PushContent, to address: PushAddress, id: UUID) async -> PushOutcome {
        do {
            switch try AddressCheck(address, settings) {
            case .ntfy(let url, let token):
                return await send(NtfyMessage.request(content, to: url, token: token))
            case .webPush(let url, let receiver, let secret):
                guard let vapid else { throw PushAddressFault.notConfigured(.webPush) }
                let request = try WebPushMessage.request(
                    content, to: url, receiver: receiver, secret: secret,
                    authorization: try vapid.authorization(for: url.origin))
                return await send(request)
            case .liveActivity(let updateToken, let startToken, let apns):
                return await send(
                    try APNsMessage.liveActivity(
                        content, updateToken: updateToken, startToken: startToken, id: id, topic: apns.topic))
            case .apnsAlert(let token, let apns):
                return await send(
                    try APNsMessage.alert(content, token: token, id: id, topic: apns.topic))
            }
        } catch APNsMessage.Obstacle.noUpdateToken {
            // An end must come, as the activity would be shown for hours. Progress needn't.
            return content.phase == .end
                ? .retry(after: Self.tokenWait, reason: "no update token yet")
                : .refused(reason: "no update token yet")
        } catch APNsMessage.Obstacle.notShown {
            return .refused(reason: "not shown by this carrier")
        } catch let fault as PushAddressFault {
            return .refused(reason: fault.summary)
        } catch is PushTooLong {
            return .refused(reason: "too long")
        } catch {
            return .refused(reason: "it couldn't be made")
        }
    }

    /// Ends the connections. Pushes that are under way end with `retry`.
    package func stop() {
        threads.withLock { threads in
            threads.isStopped = true
            threads.others?.stop()
            threads.apns?.stop()
        }
    }

    private func send(_ request: OutboundRequest) async -> PushOutcome {
        let thread = threads.withLock { threads in
            if threads.others == nil, !threads.isStopped {
                threads.others = TransferThread.start(settings.transfer, Self.otherLimits)
            }
            return threads.others
        }
        guard let thread else { return .retry(after: nil, reason: "stopped") }
        switch await thread.send(request) {
        case .answered(let answer): return Self.outcome(answer)
        case .failed(let failure): return PushOutcome(failure)
        }
    }

    private func send(_ parts: APNsMessage.Parts) async -> PushOutcome {
        let sender: APNsSender? = threads.withLock { threads in
            if threads.apnsSender == nil, !threads.isStopped, let apns = settings.apns,
                let thread = TransferThread.start(apns.transfer, Self.apnsLimits)
            {
                threads.apns = thread
                threads.apnsSender = APNsSender(apns, clock: settings.clock, thread: thread)
            }
            return threads.apnsSender
        }
        guard let sender else { return .retry(after: nil, reason: "stopped") }
        return await sender.send(parts)
    }

    /// Judges an answer of a push service (RFC 8030) or of ntfy, which has the same statuses.
    private static func outcome(_ answer: OutboundAnswer) -> PushOutcome {
        let reason = "status \(answer.status)"
        switch answer.status {
        case 200..<300: return .delivered
        // RFC 8030, section 7.3, and UnifiedPush: the address has expired or was removed.
        case 404, 410: return .gone(reason: reason)
        // 507: a UnifiedPush topic that nobody has subscribed to at the moment.
        case 408, 429, 500...: return .retry(after: answer.retryAfter, reason: reason)
        default: return .refused(reason: reason)
        }
    }

    fileprivate static func outcome(_ failure: TransferFailure) -> PushOutcome {
        switch failure {
        case .forbiddenAddress: .refused(reason: failure.summary)
        case .busy: .retry(after: busyWait, reason: failure.summary)
        default: .retry(after: nil, reason: failure.summary)
        }
    }
}

extension PushOutcome {
    init(_ failure: TransferFailure) { self = PushSender.outcome(failure) }
}

/// What came of a push. Reasons are a few words for logs and lists; they come from tables of this target, never from a receiver.
package enum PushOutcome: Sendable, Equatable {
    /// The carrier has taken the push.
    case delivered
    /// The address leads nowhere any more: the follower has ended, unless it has got another address since the push left.
    case gone(reason: String)
    /// The push may succeed later.
    /// - Parameter after: the wait that the carrier asked for; nil where the caller chooses.
    case retry(after: Duration?, reason: String)
    /// The push will never succeed, but the follower's next one may.
    case refused(reason: String)
}

/// Settings of pushes: what the server may reach, and the keys by which carriers know it.
package struct PushSettings: Sendable {
    /// How ntfy servers and browsers' push services are called: allowed addresses, time limit, authorities.
    package var transfer = TransferSettings()
    /// Nil where the server doesn't send Web Push.
    package var vapid: VAPIDIdentity?
    /// Nil where the server doesn't send to Apple devices.
    package var apns: APNsSettings?
    package var clock = PushClock()

    package init() {}
}

/// Who sends Web Push (RFC 8292).
package struct VAPIDIdentity: Sendable {
    package let key: SigningKey
    /// Where push services reach the operator: a `mailto:` or `https:` URL.
    package let contact: String

    package init(key: SigningKey, contact: String) {
        self.key = key
        self.contact = contact
    }
}

/// Who sends to Apple devices, and where to.
package struct APNsSettings: Sendable {
    /// The servers that Apple documents.
    package static let production = "https://api.push.apple.com"
    package static let sandbox = "https://api.sandbox.push.apple.com"

    package let key: SigningKey
    /// Ids of the key and of the team, 10 letters and digits each.
    package let keyID: String
    package let teamID: String
    /// The app's bundle id.
    package let topic: String
    /// URL of the server without a path.
    package let server: OutboundURL
    package let transfer: TransferSettings

    package init(
        key: SigningKey, keyID: String, teamID: String, topic: String, server: OutboundURL,
        transfer: TransferSettings
    ) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.server = server
        self.transfer = transfer
    }
}
