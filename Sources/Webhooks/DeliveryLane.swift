import Dispatch
import Concurrency

/// A thread for deliveries, as libcurl blocks the one it runs on: one message at a time.
actor DeliveryLane {
    private let executor: QueueExecutor
    private let settings: TransferSettings

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(number: Int, settings: TransferSettings) {
        executor = QueueExecutor(label: "webhooks-\(number)", qos: .utility)
        self.settings = settings
    }

    func post(_ message: WebhookMessage) -> DeliveryOutcome {
        let transfer = WebhookTransfer(to: message.url, fields: message.fields, settings: settings)
        guard let transfer else { return .unreachable }
        return transfer.post(message.body)
    }
}

/// A message as one attempt sends it.
struct WebhookMessage: Sendable {
    let url: WebhookURL
    let body: [UInt8]
    let fields: [(name: String, value: String)]

    /// - Parameters:
    ///   - id: the same at each attempt.
    ///   - timestamp: seconds since 1970, now.
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

/// Where messages go and what signs them.
package struct WebhookEndpoint: Sendable {
    package let url: WebhookURL
    /// One or more.
    package let secrets: [WebhookSecret]

    package init(url: WebhookURL, secrets: [WebhookSecret]) {
        self.url = url
        self.secrets = secrets
    }
}
