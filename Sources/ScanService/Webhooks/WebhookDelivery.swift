import Dispatch
package import Outbound
import SystemSupport

/// A thread that delivers one message at a time. Each needs its own, because libcurl blocks it.
actor DeliveryThread {
    private let executor: QueueExecutor
    private let settings: TransferSettings

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(number: Int, settings: TransferSettings) {
        executor = QueueExecutor(label: "webhooks-\(number)", qos: .utility)
        self.settings = settings
    }

    func post(_ request: DeliveryRequest) -> DeliveryOutcome {
        let request = OutboundRequest(to: request.url, fields: request.fields, body: request.body)
        guard let transfer = OutboundTransfer(request, settings: settings) else {
            return .failed(.unreachable)
        }
        return DeliveryOutcome(transfer.perform())
    }
}

struct DeliveryRequest: Sendable {
    let url: OutboundURL
    let body: [UInt8]
    let fields: [(name: String, value: String)]

    /// - Parameters:
    ///   - id: id of the message, which is the same at each attempt.
    ///   - timestamp: time of the attempt in seconds since 1970, UTC.
    init(id: String, body: [UInt8], to endpoint: WebhookEndpoint, timestamp: Int) {
        url = endpoint.url
        self.body = body
        fields = [
            ("Content-Type", "application/json"),
            (WebhookSignature.idField, id),
            (WebhookSignature.timestampField, "\(timestamp)"),
            (
                WebhookSignature.signatureField,
                WebhookSignature.value(id: id, timestamp: timestamp, body: body, secrets: endpoint.secrets)
            ),
        ]
    }
}

/// The URL of a receiver, and the secrets that sign its messages.
package struct WebhookEndpoint: Sendable {
    package let url: OutboundURL
    /// The secrets in force, of which there is one at least.
    package let secrets: [WebhookSecret]
}

package enum DeliveryOutcome: Sendable, Equatable {
    /// The answer had a status of 2xx, so the receiver has the message.
    case delivered
    /// The answer had the status 410: the receiver wants no more messages.
    case gone
    /// The answer had any other status. Redirects aren't followed.
    case refused(status: Int, retryAfter: Duration?)
    case failed(TransferFailure)

    /// A few words for logs and lists. They never come from the receiver.
    package var summary: String {
        switch self {
        case .delivered: "delivered"
        case .gone: "status 410"
        case .refused(let status, _): "status \(status)"
        case .failed(let failure): failure.summary
        }
    }

    /// How long the receiver asks to wait before the next attempt; nil where it doesn't ask.
    var retryAfter: Duration? {
        if case .refused(_, let wish) = self { wish } else { nil }
    }
}

extension DeliveryOutcome {
    init(_ outcome: TransferOutcome) {
        switch outcome {
        case .answered(let answer):
            switch answer.status {
            case 200..<300: self = .delivered
            case 410: self = .gone
            default: self = .refused(status: answer.status, retryAfter: answer.retryAfter)
            }
        case .failed(let failure): self = .failed(failure)
        }
    }
}

/// Exponential back-off: each wait is twice as long as the one before. Half of a wait is random, so that many messages
/// to one receiver don't come back at the same time.
package struct RetrySchedule: Sendable {
    package var firstWait = Duration.seconds(5)
    package var longestWait = Duration.seconds(3_600)

    package init() {}

    /// Largest exponent of a wait: 2^30 seconds are longer than any `longestWait`, and they fit an Int.
    private static let maxDoublings = 30
    /// Number of failures in a row from which a receiver counts as down. Fewer failures may be caused by single
    /// messages.
    private static let failuresUntilDown = 3

    /// Returns how long a message waits for its next attempt.
    /// - Parameters:
    ///   - failures: number of the message's failed attempts, 1 or more.
    ///   - retryAfter: the wait that the receiver asked for. It is followed up to `longestWait`.
    package func wait(failures: Int, retryAfter: Duration?) -> Duration {
        let doublings = min(max(failures, 1) - 1, Self.maxDoublings)
        let most = min(firstWait * (1 << doublings), longestWait)
        return max(most * Double.random(in: 0.5...1), min(retryAfter ?? .zero, longestWait))
    }

    /// Returns how long a receiver gets no messages at all, after this number of failures in a row. Until the receiver
    /// counts as down, only the message that failed waits.
    package func receiverBackoff(failures: Int, retryAfter: Duration?) -> Duration {
        if failures >= Self.failuresUntilDown {
            return wait(failures: failures - Self.failuresUntilDown + 1, retryAfter: retryAfter)
        }
        return min(retryAfter ?? .zero, longestWait)
    }
}
