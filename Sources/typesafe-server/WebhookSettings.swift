import ArgumentParser
import BundledResources
import Foundation
import Outbound
import ScanService

/// Who receives webhooks, and where webhooks may go.
struct WebhookSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "YAML file with the operator's webhooks, see docs/webhooks.md [none]", valueName: "file"))
    var webhooks: String?

    @Option(
        help: ArgumentHelp(
            "whether webhooks may lead to this machine and private networks, there by http too",
            valueName: "bool"))
    var webhookAllowPrivate = false

    @Option(
        help: ArgumentHelp("whether webhooks may be sent over the internet unencrypted", valueName: "bool"))
    var webhookAllowHTTP = false

    @Option(
        help: ArgumentHelp(
            "PEM file of the authorities that sign webhooks' certificates [the system's]", valueName: "file"))
    var webhookCA: String?

    /// The operator's receivers; nil where there are none.
    var file: URL? { webhooks.flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0) } }

    func delivery(_ limits: Limits) -> DeliverySettings {
        var delivery = limits.delivery
        delivery.transfer.policy = DestinationPolicy(
            allowsLocal: webhookAllowPrivate, allowsHTTP: webhookAllowHTTP)
        delivery.transfer.authorities = webhookCA.flatMap { $0.isEmpty ? nil : $0 }
        delivery.transfer.userAgent = "TypeSafe/\(Installation.version)"
        return delivery
    }
}
