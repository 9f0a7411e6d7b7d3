import SystemSupport
import Foundation
package import Outbound
package import Storage

/// Settings of deliveries, which are the same for all receivers.
package struct DeliverySettings: Sendable {
    package var transfer = TransferSettings()
    package var schedule = RetrySchedule()
    /// Number of failed attempts after which a message becomes a dead letter.
    package var attempts = 16
    /// Largest number of messages that are sent at once. Each has a thread of its own, and each goes to another
    /// receiver.
    package var concurrency = 8
    /// Number of these that are kept for the operator's receivers: a quarter, and one at least if there are two.
    var reserved: Int { concurrency > 1 ? max(1, concurrency / 4) : 0 }
    /// Number of messages that are sent to sessions' webhooks on one host at once, so that a host that is slow for many sessions leaves
    /// room for others.
    var perHost: Int { max(1, (concurrency - reserved) / 3) }
    /// Longest time until the dispatcher finds a message that another process added (`typesafe-server outbox retry`),
    /// for which an operator waits. It is also the time after which a store with a fault is asked again.
    package var pollInterval: Duration = .seconds(15)

    package init() {}
}

package enum DeliveryEvent: Sendable {
    case delivered(OutboxMessage)
    case failed(OutboxMessage, DeliveryOutcome)
    /// The message became a dead letter. The outcome is nil where its receiver isn't configured any more.
    case deadLettered(OutboxMessage, DeliveryOutcome?)
}

/// Delivers each message of the outbox at least once: a message stays in the outbox until its receiver has accepted it.
/// A receiver gets one message at a time, and no message for a while after failures in a row. So it doesn't delay the
/// others. Sessions' webhooks on one host share a few of the threads, and some threads serve only the operator's receivers, each of
/// which hears of all clients in turns.
package actor WebhookDispatcher {
    /// Pause between two checks of `stop` whether the deliveries have ended.
    private static let stopPollInterval = Duration.milliseconds(20)

    private let outbox: any Outbox
    private let configured: [String: WebhookEndpoint]
    private let settings: DeliverySettings
    private let observer: @Sendable (DeliveryEvent) -> Void
    private let wakeUp = AutoResetEvent()

    private var idle: [DeliveryThread]
    private var sending = OutboxSending()
    /// The share of the last message of each of the operator's receivers, whose messages come from all clients.
    private var lastShares: [OutboxEndpoint: Int] = [:]
    private var run: Task<Void, Never>?
    private var isStopping = false

    /// - Parameter configured: the receivers of the operator's file, by their names.
    package init(
        outbox: any Outbox, configured: [String: WebhookEndpoint], settings: DeliverySettings,
        observer: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }
    ) {
        self.outbox = outbox
        self.configured = configured
        self.settings = settings
        self.observer = observer
        idle = (0..<settings.concurrency).map { DeliveryThread(number: $0, settings: settings.transfer) }
    }

    package func start() {
        guard run == nil, !isStopping else { return }
        run = Task { await deliverAll() }
    }

    /// Makes the dispatcher look for messages. It must be called after a message was added to the outbox.
    package nonisolated func wake() { wakeUp.set() }

    /// Starts no more deliveries, and waits for those that run. A message whose delivery takes longer than `grace`
    /// stays in the outbox, and the next process sends it again.
    package func stop(grace: Duration) async {
        isStopping = true
        wakeUp.set()
        await run?.value
        let deadline = ContinuousClock.now + grace
        while !sending.receivers.isEmpty, ContinuousClock.now < deadline {
            try? await Task.sleep(for: Self.stopPollInterval)
        }
    }

    private func deliverAll() async {
        while !isStopping {
            var wait = settings.pollInterval
            if !idle.isEmpty {
                let now = Date()
                switch try? await outbox.next(at: now, besides: busyNow) {
                case .send(let message, let host)?:
                    send(message, host: host)
                    continue
                case .wait(let until)?:
                    if let until { wait = min(wait, .seconds(max(0, until.timeIntervalSince(now)))) }
                case nil: break
                }
            }
            await wakeUp.wait(atMost: wait)
        }
    }

    private var busyNow: OutboxBusy {
        var all = sending.busy(perHost: settings.perHost)
        all.lastShares = lastShares
        all.withSessions = idle.count <= settings.reserved
        return all
    }

    private func send(_ message: OutboxMessage, host: String) {
        guard let thread = idle.popLast() else { return }
        sending.begin(message.endpoint, at: host)
        if case .configured = message.endpoint { lastShares[message.endpoint] = message.share }
        Task {
            await deliver(message, on: thread)
            idle.append(thread)
            sending.end(message.endpoint, at: host)
            wakeUp.set()
        }
    }

    private func deliver(_ message: OutboxMessage, on thread: DeliveryThread) async {
        guard let endpoint = await endpoint(of: message) else {
            return await record(.deadLettered(message, nil)) { [outbox] in
                try await outbox.deadLetter(message, "no such receiver", at: Date())
            }
        }
        let request = DeliveryRequest(
            id: message.event.uuidString, body: Array(message.body), to: endpoint,
            timestamp: Int(Date().timeIntervalSince1970))
        let outcome = await thread.post(request)
        let summary = outcome.summary
        switch outcome {
        case .delivered:
            await record(.delivered(message)) { [outbox] in try await outbox.delivered(message) }
        case .gone:
            await record(.deadLettered(message, outcome)) { [outbox] in
                try await outbox.deadLetter(message, summary, at: Date())
                if case .session(let id) = message.endpoint { try await outbox.removeWebhook(of: id) }
            }
        case .refused, .failed:
            let now = Date()
            if message.attempts + 1 >= settings.attempts || now >= message.expiresAt {
                return await record(.deadLettered(message, outcome)) { [outbox] in
                    try await outbox.deadLetter(message, summary, at: now)
                }
            }
            await record(.failed(message, outcome)) { [outbox, schedule = settings.schedule] in
                try await outbox.failed(
                    message, summary, at: now,
                    wait: schedule.wait(failures: message.attempts + 1, retryAfter: outcome.retryAfter),
                    backoff: { schedule.receiverBackoff(failures: $0, retryAfter: outcome.retryAfter) })
            }
        }
    }

    private func endpoint(of message: OutboxMessage) async -> WebhookEndpoint? {
        switch message.endpoint {
        case .configured(let name): return configured[name]
        case .follower: return nil
        case .session(let id):
            guard let webhook = try? await outbox.webhook(of: id),
                let url = try? OutboundURL(webhook.url, policy: settings.transfer.policy),
                let secret = WebhookSecret(webhook.secret)
            else { return nil }
            return WebhookEndpoint(url: url, secrets: [secret])
        }
    }

    /// Stores the outcome of a delivery, and repeats that until it succeeds. Meanwhile the receiver stays busy, because
    /// otherwise it would get the same message again and again.
    private func record(_ event: DeliveryEvent, _ write: @Sendable () async throws -> Void) async {
        while true {
            do {
                try await write()
                return observer(event)
            } catch {
                if isStopping { return }
                try? await Task.sleep(for: settings.pollInterval)
            }
        }
    }
}
