import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

/// Scans screenshots, and keeps those for later that the server couldn't take: it is down, starting or busy. They are scanned
/// when it answers again, those of an earlier run too.
///
/// While the server is silent, one screenshot after another is tried, at growing intervals. While none waits, it only looks now and
/// then whether another process has ended and left some.
actor Backlog {
    /// What became of a screenshot.
    private enum Fate {
        case judged(ScanOutcome)
        /// The file was deleted or changed, or a process that has ended recorded a verdict.
        case gone
        /// The server didn't take it, and asked for a delay or not.
        case waits(CommandFailure?, Duration?)
    }

    /// Delay before the first attempt after a failure, which the client has repeated already; it doubles with each further one.
    private static let firstDelay = Duration.seconds(1)
    /// Longest delay. An attempt takes some 5 ms of processor time, which is 0.02 % of a core at this interval.
    private static let longestDelay = Duration.seconds(30)
    /// Time between two looks for what others have left. A look reads a file of two bytes.
    private static let inspectionInterval = Duration.seconds(10)
    /// Longest delay that the server may ask for.
    private static let longestAsked = Duration.seconds(300)

    private let context: CommandContext
    private let waiting: WaitingScreenshots
    /// Number of scans at once.
    private let jobs: Int
    private let show: @Sendable (ScanOutcome) async -> Void
    private let tell: @Sendable (String) async -> Void
    private let rest: @Sendable () async -> Void
    private var retries: Task<Void, Never>?
    private var pause: Task<Void, Never>?
    private var isSilent = false
    private var hasTold = false

    /// - Parameters:
    ///   - show: shows the verdict of a screenshot that waited.
    ///   - tell: says that screenshots wait, or waited too long.
    ///   - rest: is called before each delay.
    init(
        _ context: CommandContext, _ waiting: WaitingScreenshots, jobs: Int,
        show: @escaping @Sendable (ScanOutcome) async -> Void,
        tell: @escaping @Sendable (String) async -> Void,
        rest: @escaping @Sendable () async -> Void
    ) {
        self.context = context
        self.waiting = waiting
        self.jobs = jobs
        self.show = show
        self.tell = tell
        self.rest = rest
    }

    /// Begins with the screenshots that an earlier run left. It must be called once.
    func start() {
        retries = Task { await self.run() }
    }

    /// Ends the attempts. What waits is left to the next run.
    func stop() async {
        retries?.cancel()
        pause?.cancel()
        await retries?.value
    }

    /// Scans a screenshot that `WaitingScreenshots` has already.
    /// - Returns: nil where it waits for the server.
    func scan(_ screenshot: DetectedScreenshot) async -> ScanOutcome? {
        if isSilent {
            waiting.putBack(screenshot.hash)
            hurry()
            return nil
        }
        let outcome = await context.scan(
            screenshot.picture.content, name: screenshot.picture.path, origin: .auto, picture: screenshot.hash
        )
        return await keep(screenshot.hash, outcome) ? nil : outcome
    }

    /// Keeps a screenshot that a person wanted scanned, if the server didn't take it.
    func keep(_ picture: PictureFile, _ outcome: ScanOutcome) async -> Bool {
        guard let failure = outcome.failure, failure.mayPass else { return false }
        let hash = ContentHash(of: picture.content)
        guard let isNew = try? waiting.add(hash, at: picture.path, noticed: Date()) else { return false }
        if isNew { waiting.putBack(hash) }
        await wait(failure)
        return true
    }

    /// Takes a screenshot out whose outcome was shown.
    nonisolated func finish(_ hash: ContentHash) { try? waiting.remove(hash) }

    private func keep(_ hash: ContentHash, _ outcome: ScanOutcome) async -> Bool {
        guard let failure = outcome.failure, failure.mayPass else { return false }
        waiting.putBack(hash)
        await wait(failure)
        return true
    }

    private func wait(_ failure: CommandFailure) async {
        isSilent = true
        hurry()
        await tellOnce(failure)
    }

    private func tellOnce(_ failure: CommandFailure) async {
        guard !hasTold, !Task.isCancelled else { return }
        hasTold = true
        let minutes = context.settings.waitMinutes
        await tell(
            UserTexts.current.joined([
                UserTexts.say(.screenshotsWait, ["minutes": .number(minutes)]), failure.message,
            ]))
    }

    private func run() async {
        var delay = Self.firstDelay
        var turn = 0
        while !Task.isCancelled {
            let batch = (try? waiting.take()) ?? WaitingScreenshots.Batch()
            if batch.expired > 0 {
                await tell(
                    UserTexts.say(.waitedTooLong, ["count": .number(batch.expired)]))
                if batch.entries.isEmpty { continue }
            }
            if batch.entries.isEmpty {
                (isSilent, hasTold, delay) = (false, false, Self.firstDelay)
                await sleep(Self.inspectionInterval, canHurry: true)
                continue
            }
            // Another one each time, so that one that the server never answers doesn't hold up the others.
            let first = turn % batch.entries.count
            turn += 1
            let rest = batch.entries.indices.filter { $0 != first }.map { batch.entries[$0] }
            let judged = batch.orphans.isEmpty ? [] : Set(context.history.entries().compactMap(\.picture))
            var asked = await settle(batch.entries[first], judged)
            if asked == nil {
                (isSilent, hasTold, delay) = (false, false, Self.firstDelay)
                asked = await settleAll(rest, judged)
            } else {
                for entry in rest { waiting.putBack(entry.picture) }
            }
            guard let asked else { continue }
            isSilent = true
            await sleep(max(delay, min(asked, Self.longestAsked)), canHurry: asked == .zero)
            delay = min(delay * 2, Self.longestDelay)
        }
    }

    /// Scans several screenshots, a few at once, until the server falls silent.
    /// - Returns: nil where all are settled, and otherwise the delay that the server asked for.
    private func settleAll(_ entries: [WaitingScreenshots.Entry], _ judged: Set<ContentHash>) async
        -> Duration?
    {
        var rest = entries[...]
        var asked: Duration?
        await withTaskGroup(of: Duration?.self) { group in
            for _ in 0..<jobs {
                if let entry = rest.popFirst() { group.addTask { await self.settle(entry, judged) } }
            }
            while let result = await group.next() {
                if let result { asked = max(asked ?? .zero, result) }
                if asked == nil, let entry = rest.popFirst() {
                    group.addTask { await self.settle(entry, judged) }
                }
            }
        }
        for entry in rest { waiting.putBack(entry.picture) }
        return asked
    }

    /// Scans one screenshot and shows its verdict.
    /// - Returns: nil where that is done, and otherwise the delay that the server asked for, or none.
    private func settle(_ entry: WaitingScreenshots.Entry, _ judged: Set<ContentHash>) async -> Duration? {
        switch await fate(of: entry, judged) {
        case .judged(let outcome):
            await show(outcome)
            finish(entry.picture)
        case .gone: finish(entry.picture)
        case .waits(let failure, let asked):
            waiting.putBack(entry.picture)
            if let failure { await tellOnce(failure) }
            return asked ?? .zero
        }
        return nil
    }

    private func fate(of entry: WaitingScreenshots.Entry, _ judged: Set<ContentHash>) async -> Fate {
        guard !judged.contains(entry.picture) else { return .gone }
        // The run that ended may not have got that far.
        _ = try? context.seen.claim(entry.picture)
        let content: Data
        do throws(PictureFileError) {
            content = try PictureFile(path: entry.path, sizeLimit: ScreenshotFinder.defaultSizeLimit).content
        } catch .system {
            // A disk or a network folder fails; it may work again.
            return .waits(nil, nil)
        } catch {
            return .gone
        }
        guard ContentHash(of: content) == entry.picture else { return .gone }
        let outcome = await context.scan(content, name: entry.path, origin: .auto, picture: entry.picture)
        guard let failure = outcome.failure, failure.mayPass else { return .judged(outcome) }
        return .waits(failure, failure.retryAfter)
    }

    private func sleep(_ delay: Duration, canHurry: Bool) async {
        let sleep = Task { _ = try? await Task.sleep(for: delay) }
        pause = canHurry ? sleep : nil
        await rest()
        await withTaskCancellationHandler {
            await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        pause = nil
    }

    /// Tries again soon, because somebody takes screenshots now.
    private func hurry() {
        guard let pause else { return }
        self.pause = nil
        Task {
            _ = try? await Task.sleep(for: Self.firstDelay)
            pause.cancel()
        }
    }
}

extension ScanOutcome {
    var failure: CommandFailure? { if case .failure(let failure) = result { failure } else { nil } }
}

extension CommandFailure {
    /// Whether the same scan may succeed later without anybody doing anything, because it failed only for the server's state:
    /// it is down, starting, busy, or behind a proxy that doesn't reach it.
    var mayPass: Bool {
        guard case .server(let error) = self else { return false }
        switch error.code {
        case .unreachable, .connectTimeout, .answerTimeout, .connectionLost, .rateLimited, .cancelled:
            return true
        // A picture that took the server too long would do so again.
        case .unavailable: return error.problem?.kind != .scanTimeout
        case .serverFault: return error.status == 502 || error.status == 504
        default: return false
        }
    }

    /// The delay that the server asked for.
    var retryAfter: Duration? { if case .server(let error) = self { error.retryAfter } else { nil } }
}
