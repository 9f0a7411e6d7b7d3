import Foundation
import Storage
import Webhooks

/// Who is told of verdicts and screenshots, and how hard it is tried.
struct WebhookSettings {
    /// The operator's receivers; nil where there are none.
    let file: URL?
    let delivery: DeliverySettings
    let outbox: OutboxLimits
    let sharing: SharingLimits

    init(_ values: SettingValues) throws(SettingsError) {
        file = values.text(.webhooks).map { URL(fileURLWithPath: $0) }
        let policy = DestinationPolicy(
            allowsLocal: try values.flag(.webhookAllowPrivate),
            allowsHTTP: try values.flag(.webhookAllowHTTP))
        delivery = DeliverySettings(
            transfer: TransferSettings(
                policy: policy, timeLimit: try values.seconds(.webhookTimeout, 1...60),
                authorities: values.text(.webhookCA), userAgent: "TypeSafe/\(TypeSafeServer.version)"),
            schedule: RetrySchedule(
                firstWait: try values.seconds(.webhookFirstWait, 1...3_600),
                longestWait: try values.seconds(.webhookLongestWait, 1...86_400)),
            attempts: try values.number(.webhookAttempts, 1...100),
            concurrency: try values.number(.webhookConcurrency, 1...64))
        var outbox = OutboxLimits()
        outbox.entries = try values.number(.outboxLimit, 1...1_000_000)
        outbox.perSession = try values.number(.outboxSessionLimit, 1...1_000_000)
        outbox.age = .seconds(86_400 * (try values.number(.outboxDays, 1...30)))
        self.outbox = outbox
        var sharing = SharingLimits()
        sharing.entries = try values.number(.sharingLimit, 1...10_000_000)
        sharing.age = .seconds(86_400 * (try values.number(.sharingDays, 1...3_650)))
        self.sharing = sharing
    }

    static let all: [Setting] = [
        .webhooks, .webhookAllowPrivate, .webhookAllowHTTP, .webhookCA, .webhookTimeout, .webhookAttempts,
        .webhookFirstWait, .webhookLongestWait, .webhookConcurrency, .outboxLimit, .outboxSessionLimit,
        .outboxDays, .sharingLimit, .sharingDays,
    ]
}

extension Setting {
    fileprivate static let webhooks = Setting(
        "webhooks", default: nil, "YAML file with the operator's webhooks, see docs/webhooks.md [none]")
    fileprivate static let webhookAllowPrivate = Setting(
        "webhook-allow-private", default: "false",
        "whether webhooks may lead to this machine and private networks, there by http too")
    fileprivate static let webhookAllowHTTP = Setting(
        "webhook-allow-http", default: "false", "whether webhooks may be sent over the internet unencrypted")
    fileprivate static let webhookCA = Setting(
        "webhook-ca", default: nil,
        "PEM file of the authorities that sign webhooks' certificates [the system's]")
    fileprivate static let webhookTimeout = Setting(
        "webhook-timeout", default: "10", "seconds until an attempt to deliver is stopped")
    fileprivate static let webhookAttempts = Setting(
        "webhook-attempts", default: "16", "attempts after which a message is given up")
    fileprivate static let webhookFirstWait = Setting(
        "webhook-first-wait", default: "5",
        "seconds until the second attempt; each further wait is twice as long")
    fileprivate static let webhookLongestWait = Setting(
        "webhook-longest-wait", default: "3600", "seconds that two attempts lie apart at most")
    fileprivate static let webhookConcurrency = Setting(
        "webhook-concurrency", default: "8", "webhooks sent at once, one to each receiver")
    fileprivate static let outboxLimit = Setting(
        "outbox-limit", default: "100000", "webhook messages that are waiting or given up; more are dropped")
    fileprivate static let outboxSessionLimit = Setting(
        "outbox-session-limit", default: "5000", "of them, to one session's webhook")
    fileprivate static let outboxDays = Setting(
        "outbox-days", default: "7", "days that a webhook message is tried, and then kept as given up")
    fileprivate static let sharingLimit = Setting(
        "sharing-limit", default: "100000",
        "sessions' preferences, and subjects, that are kept; more get a 503")
    fileprivate static let sharingDays = Setting(
        "sharing-days", default: "90", "days that preferences and subjects are kept after their last use")
}
