import ArgumentParser
import BundledResources
import Foundation
import Logging
import Outbound
import ScanService
import Storage
import Synchronization

/// Webhooks of the running server: the publisher, the dispatcher, and their log lines and metrics.
struct WebhookDelivery {
    let publisher: WebhookPublisher
    let dispatcher: WebhookDispatcher

    /// - Parameter file: the operator's receivers.
    init(
        _ file: URL?, _ settings: DeliverySettings, stores: Stores, metrics: ServiceMetrics,
        logger: Logger
    ) throws(WebhookFileError) {
        let policy = settings.transfer.policy
        var operators: [ConfiguredWebhook] = []
        if let file {
            operators = try WebhookFile.read(file, policy: policy)
            if WebhookFile.isOpenToOthers(file) {
                logger.warning("others may read the webhooks' secrets", metadata: ["file": "\(file.path)"])
            }
        }
        let endpoints = Dictionary(
            operators.map { ($0.name, $0.endpoint) }, uniquingKeysWith: { first, _ in first })
        let outbox = stores.outbox
        let dispatcher = WebhookDispatcher(
            outbox: outbox, configured: endpoints, settings: settings
        ) { event in
            Self.log(event, to: logger)
            metrics.webhook(WebhookOutcome(event))
        }
        metrics.beforeScrape { metrics in
            guard let counts = try? await outbox.counts() else { return }
            metrics.webhooks(pending: counts.pending, dead: counts.deadLetters)
        }
        let drops = DropLog(logger: logger)
        publisher = WebhookPublisher(
            sharing: stores.sharing, policy: policy, operators: operators
        ) { receipt in
            if receipt.queued > 0 { dispatcher.wake() }
            for _ in 0..<receipt.dropped {
                drops.record()
                metrics.webhook(.dropped)
            }
        }
        self.dispatcher = dispatcher
    }

    private static func log(_ event: DeliveryEvent, to logger: Logger) {
        switch event {
        case .delivered(let entry):
            logger.debug("webhook delivered", metadata: ["message": "\(entry.number)"])
        case .failed(let entry, let outcome):
            logger.info(
                "webhook failed",
                metadata: [
                    "message": "\(entry.number)", "receiver": "\(entry.endpoint.label)",
                    "attempt": "\(entry.attempts + 1)", "why": "\(outcome.summary)",
                ])
        case .deadLettered(let entry, let outcome):
            logger.warning(
                "webhook given up; see typesafe-server outbox",
                metadata: [
                    "message": "\(entry.number)", "receiver": "\(entry.endpoint.label)",
                    "why": "\(outcome?.summary ?? "no such receiver")",
                ])
        }
    }
}

extension WebhookOutcome {
    fileprivate init(_ event: DeliveryEvent) {
        switch event {
        case .delivered: self = .delivered
        case .failed(_, .failed(.forbiddenAddress)): self = .refused
        case .failed: self = .failed
        case .deadLettered: self = .dead
        }
    }
}

extension OutboxEndpoint {
    /// Name for logs and listings. A session's id stays out of them, as it gives access to the session's results.
    var label: String {
        switch self {
        case .configured(let name): name
        case .session: "a session's"
        case .follower: "a follower"
        }
    }
}

/// Logs that messages are dropped, at most once a minute, as a full outbox stays full for a while.
private final class DropLog: Sendable {
    private static let interval = Duration.seconds(60)

    private let logger: Logger
    private let last = Mutex<ContinuousClock.Instant?>(nil)

    init(logger: Logger) {
        self.logger = logger
    }

    func record() {
        let isDue = last.withLock { last in
            let now = ContinuousClock.now
            if let last, last.duration(to: now) < Self.interval { return false }
            last = now
            return true
        }
        if isDue { logger.warning("the outbox is full: webhooks miss messages") }
    }
}

/// Who receives webhooks, and where webhooks may go.
struct WebhookSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "YAML file with the operator's webhooks, see docs/webhooks.md [none]", valueName: "file"))
    var webhooks: String?

    @Option(
        help: ArgumentHelp(
            "whether webhooks and feeds may lead to this machine and private networks, there by http too",
            valueName: "bool"))
    var webhookAllowPrivate = false

    @Option(
        help: ArgumentHelp(
            "PEM file of the authorities that sign webhooks' and feeds' certificates [the system's]",
            valueName: "file"))
    var webhookCA: String?

    /// The operator's receivers; nil where there are none.
    var file: URL? { webhooks.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) } }

    func delivery(_ limits: Limits) -> DeliverySettings {
        var delivery = limits.delivery
        delivery.transfer.policy = DestinationPolicy(allowsLocal: webhookAllowPrivate)
        delivery.transfer.authorities = webhookCA.flatMap { $0.isEmpty ? nil : $0 }
        delivery.transfer.userAgent = "TypeSafe/\(Installation.version)"
        return delivery
    }
}
