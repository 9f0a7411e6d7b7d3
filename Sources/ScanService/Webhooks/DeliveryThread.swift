import SystemSupport
import Dispatch
package import Outbound

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
