import Foundation
package import Storage

/// How messages are delivered, whatever the receiver.
package struct DeliverySettings: Sendable {
    package var transfer: TransferSettings
    package var schedule: RetrySchedule
    /// Attempts after which a message is given up.
    package var attempts: Int
    /// Messages on their way at once, each on a thread of its own and to a receiver of its own.
    package var lanes: Int
    /// The longest time until work is noticed that another process put in, and until a failing store is asked again.
    package var pollInterval: Duration = .seconds(15)

    package init(transfer: TransferSettings, schedule: RetrySchedule, attempts: Int, lanes: Int) {
        self.transfer = transfer
        self.schedule = schedule
        self.attempts = attempts
        self.lanes = lanes
    }
}

/// What happened to a message, for logs and metrics.
package enum DeliveryEvent: Sendable {
    case delivered(OutboxEntry)
    /// It will be tried again.
    case failed(OutboxEntry, DeliveryOutcome)
    /// The outcome is nil where the receiver isn't known any more.
    case givenUp(OutboxEntry, DeliveryOutcome?)
}

/// Takes messages from the outbox to their receivers, each at least once: what was on its way when the process ended is
/// still in the outbox. A receiver gets one message at a time and rests when it goes on failing, so a slow one holds up no
/// other.
package actor WebhookDispatcher {
    private let outbox: Outbox
    private let configured: [String: WebhookEndpoint]
    private let settings: DeliverySettings
    private let observer: @Sendable (DeliveryEvent) -> Void
    private let signal = Signal()

    private var idle: [DeliveryLane]
    private var busy: Set<OutboxEndpoint> = []
    private var run: Task<Void, Never>?
    private var isStopping = false

    /// - Parameter configured: the operator's receivers, by name.
    package init(
        outbox: Outbox, configured: [String: WebhookEndpoint], settings: DeliverySettings,
        observer: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }
    ) {
        self.outbox = outbox
        self.configured = configured
        self.settings = settings
        self.observer = observer
        idle = (0..<settings.lanes).map { DeliveryLane(number: $0, settings: settings.transfer) }
    }

    package func start() {
        guard run == nil, !isStopping else { return }
        run = Task { await deliverAll() }
    }

    /// Says that something was put into the outbox.
    package nonisolated func wake() { signal.send() }

    /// Starts nothing more. What is on its way for longer than that stays in the outbox and is sent again another time.
    package func stop(grace: Duration) async {
        isStopping = true
        signal.send()
        await run?.value
        let deadline = ContinuousClock.now + grace
        while !busy.isEmpty, ContinuousClock.now < deadline {
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    private func deliverAll() async {
        while !isStopping {
            var wait = settings.pollInterval
            if !idle.isEmpty {
                let now = Date()
                switch try? await outbox.next(at: now, busy: busy) {
                case .send(let entry)?:
                    // Nobody else takes from the outbox or the lanes: this loop has done nothing since it asked.
                    guard let lane = idle.popLast() else { continue }
                    busy.insert(entry.endpoint)
                    Task {
                        await deliver(entry, on: lane)
                        idle.append(lane)
                        busy.remove(entry.endpoint)
                        signal.send()
                    }
                    continue
                case .rest(let until)?:
                    if let until { wait = min(wait, .seconds(max(0, until.timeIntervalSince(now)))) }
                case nil: break
                }
            }
            await signal.wait(atMost: wait)
        }
    }

    private func deliver(_ entry: OutboxEntry, on lane: DeliveryLane) async {
        guard let endpoint = await endpoint(of: entry) else {
            return await record(.givenUp(entry, nil)) { [outbox] in
                try await outbox.bury(entry, "no such receiver", at: Date())
            }
        }
        let message = WebhookMessage(
            id: entry.event.uuidString, body: Array(entry.body), to: endpoint,
            timestamp: Int(Date().timeIntervalSince1970))
        let outcome = await lane.post(message)
        let why = outcome.summary
        switch outcome {
        case .delivered:
            await record(.delivered(entry)) { [outbox] in try await outbox.delivered(entry) }
        case .gone:
            await record(.givenUp(entry, outcome)) { [outbox] in
                try await outbox.bury(entry, why, at: Date())
                if case .session(let id) = entry.endpoint { try await outbox.forgetWebhook(of: id) }
            }
        case .refused, .forbiddenAddress, .unresolved, .unreachable, .insecure, .timedOut, .malformed:
            let now = Date()
            if entry.attempts + 1 >= settings.attempts || now >= entry.expiresAt {
                return await record(.givenUp(entry, outcome)) { [outbox] in
                    try await outbox.bury(entry, why, at: now)
                }
            }
            await record(.failed(entry, outcome)) { [outbox, schedule = settings.schedule] in
                try await outbox.failed(
                    entry, why, at: now,
                    wait: schedule.wait(failures: entry.attempts + 1, retryAfter: outcome.retryAfter),
                    rest: { schedule.rest(failures: $0, retryAfter: outcome.retryAfter) })
            }
        }
    }

    private func endpoint(of entry: OutboxEntry) async -> WebhookEndpoint? {
        switch entry.endpoint {
        case .configured(let name): return configured[name]
        case .session(let id):
            guard let webhook = try? await outbox.webhook(of: id),
                let url = try? WebhookURL(webhook.url, policy: settings.transfer.policy),
                let secret = WebhookSecret(webhook.secret)
            else { return nil }
            return WebhookEndpoint(url: url, secrets: [secret])
        }
    }

    /// Until it is written down the receiver stays busy, or it would get the same message again and again.
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
