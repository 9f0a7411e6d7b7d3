import Crypto
package import Foundation
import Logging
package import Outbound
package import Storage
import SystemSupport

/// Sends the messages to followers, each at least once: a message stays in the outbox until its carrier has taken it. A follower gets
/// one message at a time, in their order.
package actor PushDispatcher {
    package struct Settings: Sendable {
        package var schedule: RetrySchedule
        /// Number of failed attempts after which a message is dropped.
        package var attempts = 16
        /// The same for a Live Activity that has no token yet but that of its start.
        package var attemptsWithoutToken = 4
        /// Largest number of messages that are sent at once. Most of them wait for the carrier's answer.
        package var concurrency = 64
        /// Number of these that are sent to one client's followers, so that a carrier that is slow for them leaves room for others.
        var perClient: Int { max(1, concurrency / 3) }
        /// Longest time until the dispatcher finds messages of other servers, and asks a store with a fault again.
        package var pollInterval: Duration = .seconds(5)

        package init() {
            var schedule = RetrySchedule()
            // A person waits in front of the phone.
            schedule.firstWait = .seconds(2)
            schedule.longestWait = .seconds(600)
            self.schedule = schedule
        }
    }

    /// Pause between two checks of `stop` whether what is being sent has ended.
    private static let stopPollInterval = Duration.milliseconds(20)

    private let store: any FollowerStore
    private let sender: PushSender
    private let secret: PushSecret
    private let settings: Settings
    private let observer: @Sendable (PushResult, StoredFollower) -> Void
    private let wakeUp = AutoResetEvent()
    private var sending = OutboxSending()
    private var run: Task<Void, Never>?
    private var isStopping = false

    init(
        _ options: FollowerOptions, observer: @escaping @Sendable (PushResult, StoredFollower) -> Void
    ) {
        store = options.store
        sender = options.sender
        secret = options.secret
        settings = options.delivery
        self.observer = observer
    }

    func start() {
        guard run == nil, !isStopping else { return }
        run = Task { await sendAll() }
    }

    /// Makes the dispatcher look for messages. It must be called after a message was added.
    nonisolated func wake() { wakeUp.set() }

    /// Starts to send no more, and waits for what is being sent. A message that takes longer than `grace` is sent again by the next
    /// process.
    func stop(grace: Duration) async {
        isStopping = true
        wakeUp.set()
        await run?.value
        let deadline = ContinuousClock.now + grace
        while !sending.receivers.isEmpty, ContinuousClock.now < deadline {
            try? await Task.sleep(for: Self.stopPollInterval)
        }
        sender.stop()
    }

    private func sendAll() async {
        while !isStopping {
            var wait = settings.pollInterval
            if sending.receivers.count < settings.concurrency {
                let now = Date()
                switch try? await store.nextPush(at: now, besides: sending.busy(perHost: settings.perClient))
                {
                case .send(let message, let follower, let client)?:
                    send(message, to: follower, of: client)
                    continue
                case .wait(let until)?:
                    if let until { wait = min(wait, .seconds(max(0, until.timeIntervalSince(now)))) }
                case nil: break
                }
            }
            await wakeUp.wait(atMost: wait)
        }
    }

    private func send(_ message: OutboxMessage, to follower: StoredFollower, of client: String) {
        sending.begin(message.endpoint, at: client)
        Task {
            await deliver(message, to: follower)
            sending.end(message.endpoint, at: client)
            wakeUp.set()
        }
    }

    private func deliver(_ message: OutboxMessage, to follower: StoredFollower) async {
        let now = Date()
        guard follower.expiresAt > now,
            let content = try? JSONDecoder().decode(PushContent.self, from: message.body),
            content.staleAt.map({ $0 > now }) ?? true
        else { return await finish(message, follower, .late) }
        // Whoever takes the key out of the file makes all addresses unreadable, and the apps register again.
        guard let address = secret.open(follower.address, for: follower.id) else {
            return await record(.gone, follower) { [store] in
                _ = try await store.remove(follower.id, of: follower.target)
            }
        }
        switch await sender.send(content, to: address, id: Self.id(of: message, to: follower)) {
        case .delivered: await finish(message, follower, .delivered)
        case .gone:
            await record(.gone, follower) { [store] in
                _ = try await store.remove(follower.id, of: follower.target)
            }
        case .refused: await finish(message, follower, .dropped)
        case .retry(let after, let reason):
            let failures = message.attempts + 1
            if failures >= attempts(to: address) { return await finish(message, follower, .dropped) }
            let wait = settings.schedule.wait(failures: failures, retryAfter: after)
            await record(.failed, follower) { [store] in
                try await store.failed(message, reason, at: Date(), wait: wait)
            }
        }
    }

    /// An activity that was started by a push can be ended once the app has said how. It says so at once or never, and others wait
    /// behind it.
    private func attempts(to address: PushAddress) -> Int {
        if case .liveActivity(updateToken: nil, startToken: _) = address {
            settings.attemptsWithoutToken
        } else {
            settings.attempts
        }
    }

    /// The id is the same at each attempt.
    private static func id(of message: OutboxMessage, to follower: StoredFollower) -> UUID {
        let facts = "\(follower.id.uuidString) \(message.event.uuidString) \(message.type) \(message.number)"
        return UUID(naming: [facts])
    }

    private func finish(
        _ message: OutboxMessage, _ follower: StoredFollower, _ event: PushResult
    ) async {
        await record(event, follower) { [store] in try await store.finish(message) }
    }

    /// Stores what came of a message, and repeats that until it succeeds. Meanwhile the follower stays busy, because otherwise it would
    /// get the same message again and again.
    private func record(
        _ event: PushResult, _ follower: StoredFollower, _ write: @Sendable () async throws -> Void
    ) async {
        while true {
            do {
                try await write()
                return observer(event, follower)
            } catch {
                if isStopping { return }
                try? await Task.sleep(for: settings.pollInterval)
            }
        }
    }
}

/// What a server needs to tell followers.
package struct FollowerOptions: Sendable {
    package let store: any FollowerStore
    package let sharing: any SharingStore
    package let sender: PushSender
    /// Seals addresses where they are stored.
    package let secret: PushSecret
    package var limits = FollowerLimits()
    package var delivery = PushDispatcher.Settings()
    /// Time after which another server looks how a scan is that nobody told of.
    package var lease: TimeInterval = 10
    /// Pause between two rounds, in which a server says of which scans it tells, and looks for those of which nobody does.
    package var round = Duration.seconds(2)
    /// Whether no other server has the same store. Then what nobody tells of at the start is this server's.
    package var isAlone = true

    package init(
        store: any FollowerStore, sharing: any SharingStore, sender: PushSender, secret: PushSecret
    ) {
        self.store = store
        self.sharing = sharing
        self.sender = sender
        self.secret = secret
    }
}

extension ScanService {
    /// Makes what tells followers; nothing where there can be none.
    static func makeFollowing(
        _ options: FollowerOptions?, _ jobs: any ScanJobs, _ results: ResultRecorder, _ answers: AnswerTexts,
        _ metrics: ServiceMetrics, _ logger: Logger
    ) -> (ScanFollowing?, PushDispatcher?) {
        guard let options else { return (nil, nil) }
        let dispatcher = PushDispatcher(options) { result, follower in
            metrics.push(result)
            // The address stays out of the log, and so does the id, by which nobody finds anything there.
            if result != .delivered {
                logger.info("push \(result.rawValue)", metadata: ["carrier": "\(follower.carrier)"])
            }
        }
        metrics.beforeScrape { metrics in
            guard let waiting = try? await options.store.waitingPushes() else { return }
            metrics.pushes(waiting: waiting)
        }
        let following = ScanFollowing(
            options, writer: PushWriter(answers: answers), jobs: jobs,
            results: results.keepsResults ? results.store : nil, dispatcher: dispatcher)
        return (following, dispatcher)
    }
}
