import Foundation
import ScreenshotDetection
import Synchronization
import TypeSafeAPI
import TypeSafeClient

/// Scans the pictures of a batch, several at once, and writes each result as soon as it is there.
///
/// Each picture is sent under an idempotency key that follows from it and the batch. So a picture that was under way when the command was
/// killed is sent again without being scanned again, as long as the server knows of it.
final class BatchRun: Sendable {
    private struct State {
        var order: BatchOrder
        var summary: BatchSummary
        var progress: BatchProgress
        var shown = ContinuousClock.now
        /// Why the batch can't go on.
        var failure: CommandFailure?
    }

    /// What became of sending a picture once.
    private enum Attempt {
        case judged(ScanResponse)
        /// The server took it, and its scan failed or is gone.
        case failed(UUID, ClientError)
        /// The server took it, and can't be asked what became of it.
        case unheard(ClientError)
        /// The server answered with the scan that failed before, which is kept under the key.
        case keyUsed
    }

    /// Longest time that a server may take for an asynchronous scan: the largest `job_seconds`, and as much again.
    private static let scanLimit = Duration.seconds(7_200)
    /// Number of times that a picture is scanned whose scan fails in the server.
    private static let scans = 3
    /// Number of times that a picture is sent again because the server forgot the scan. A server that restarts forgets it once.
    private static let losses = 10
    /// Delay before a picture is sent again; it doubles with each further time.
    private static let firstDelay = Duration.milliseconds(250)
    private static let longestDelay = Duration.seconds(30)
    /// Longest delay that the server may ask for.
    private static let longestAsked = Duration.seconds(300)
    /// Time between two lines of progress, on a terminal and elsewhere.
    private static let frame = Duration.milliseconds(100)
    private static let report = Duration.seconds(10)

    private let context: CommandContext
    private let server: ScanServer
    private let kind: ScanServer.Kind
    private let items: BatchItems
    private let file: ResultFile
    private let batch: UUID
    private let flow: BatchFlow
    private let isRedacted: Bool
    private let state: Mutex<State>

    init(
        _ context: CommandContext, _ items: BatchItems, into file: ResultFile, batch: UUID, order: BatchOrder,
        summary: BatchSummary, inFlight: Int?, isRedacted: Bool
    ) async throws(CommandFailure) {
        self.context = context
        self.items = items
        self.file = file
        self.batch = batch
        self.isRedacted = isRedacted
        let flow = BatchFlow(chosen: inFlight, patience: .seconds(context.settings.waitMinutes * 60))
        self.flow = flow
        server = try context.server.configured {
            // A scan is sent on the connection of one that has ended, and one more is there for the first picture that waits.
            $0.connections = flow.limit + 1
            $0.retries = .never
        }
        kind = await server.kind()
        state = Mutex(
            State(
                order: order, summary: summary,
                progress: BatchProgress(count: items.all.count, before: items.all.count - order.left)))
    }

    var summary: BatchSummary { state.withLock { $0.summary } }
    var done: Int { state.withLock { $0.progress.done } }

    /// Scans all pictures.
    /// - Throws: an error where the batch can't go on. What is done is in the file.
    func run() async throws(CommandFailure) {
        await withDiscardingTaskGroup { group in
            var changes = flow.changes.makeAsyncIterator()
            while !Task.isCancelled, state.withLock({ $0.failure == nil && $0.order.left > 0 }) {
                guard flow.start() else {
                    await changes.next()
                    continue
                }
                // Nobody else takes pictures, so there is one left.
                guard let number = state.withLock({ $0.order.next() }) else { break }
                group.addTask { await self.finish(number) }
            }
            // Whatever ended the batch, the pictures under way end too: by themselves, or because they are stopped.
            while !Task.isCancelled, state.withLock({ $0.failure == nil }), flow.isBusy {
                await changes.next()
            }
            group.cancelAll()
        }
        StandardError.progress("")
        if let failure = state.withLock({ $0.failure }) { throw failure }
    }

    private func finish(_ number: Int) async {
        defer { flow.end(number) }
        let item = items.all[number]
        do throws(CommandFailure) {
            let outcome = try await outcome(of: item, number)
            try file.append(
                JSONOutput.text(OutcomeJSON(outcome, batch: batch, id: item.id, isRedacted: isRedacted)))
            state.withLock { state in
                state.order.note(outcome.response?.riskLevel, of: number)
                state.summary.add(outcome, id: item.id)
                state.progress.advance()
                show(&state)
            }
        } catch {
            // Of several that fail for the same reason, the first one tells it.
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }

    private func show(_ state: inout State) {
        let elapsed = state.shown.duration(to: .now)
        guard elapsed >= (StandardError.isTerminal ? Self.frame : Self.report) else { return }
        state.shown = .now
        let worst = state.summary.worst
        if StandardError.isTerminal {
            StandardError.progress(state.progress.line(worst, withRate: true))
        } else {
            StandardError.line("typesafe: " + state.progress.text(worst, withRate: true))
        }
    }

    // MARK: One picture

    private func outcome(of item: BatchItem, _ number: Int) async throws(CommandFailure) -> ScanOutcome {
        func failed(_ failure: CommandFailure) -> ScanOutcome {
            ScanOutcome(name: item.path, origin: .manual, result: .failure(failure))
        }
        let picture: Data
        do throws(CommandFailure) { picture = try InputFiles.read(item.path) } catch { return failed(error) }
        let hash = ContentHash(of: picture)
        var options = context.options
        // The results of a batch belong into its file, and to no person's session.
        options.session = nil
        options.isBatch = true
        options.ocrText = items.texts(of: item).read
        var ended: UUID?
        var (turn, scans, losses) = (0, 0, 0)
        var delay = Self.firstDelay
        while true {
            options.idempotencyKey = context.idempotencyKey(
                hash, for: "\(batch) \(turn) \(item.id) \(options.ocrText ?? "")")
            let failure: ClientError
            do throws(CommandFailure) {
                let attempt = try await attempt(picture, options, number, after: ended)
                switch attempt {
                case .judged(let response):
                    return ScanOutcome(name: item.path, origin: .manual, result: .success(response))
                case .keyUsed:
                    turn += 1
                    continue
                case .unheard(let error): failure = error
                case .failed(let id, let error):
                    (ended, failure) = (id, error)
                    if error.code == .notFound { losses += 1 }
                }
            } catch .server(let error) where error.problem?.kind == .idempotencyMismatch {
                turn += 1
                continue
            } catch .server(let error) where error.code != .notFound {
                failure = error
            }
            switch BatchRemedy(failure) {
            case .wait: try flow.wait(for: .server(failure))
            case .sendAgain where losses < Self.losses: break
            case .scanAgain where scans < Self.scans - 1: scans += 1
            case .stop: throw .server(failure)
            case .sendAgain, .scanAgain, .give:
                flow.answer()
                return failed(.server(failure))
            }
            let asked = min(failure.retryAfter ?? .zero, Self.longestAsked)
            try? await Task.sleep(for: max(asked, delay * Double.random(in: 0.5...1)))
            if Task.isCancelled { throw .server(failure) }
            delay = min(delay * 2, Self.longestDelay)
        }
    }

    /// Sends a picture, and waits for its result.
    /// - Parameter ended: the scan of an earlier attempt that failed.
    private func attempt(
        _ picture: Data, _ options: ScanOptions, _ number: Int, after ended: UUID?
    ) async throws(CommandFailure) -> Attempt {
        defer { flow.stopReading(number) }
        return try await server.call(as: kind) { [flow] client throws(ClientError) in
            let job = try await client.submit(image: picture, options: options)
            flow.answer()
            if job.scanID == ended { return .keyUsed }
            if let result = job.result { return .judged(result) }
            do throws(ClientError) {
                let last = try await client.end(of: job, within: Self.scanLimit) {
                    if $0.state == .queued { flow.hear() } else { flow.startReading(number) }
                }
                if let result = last.result { return .judged(result) }
                return .failed(job.scanID, ClientError(last, host: client.configuration.server.host))
            } catch {
                return error.code == .notFound ? .failed(job.scanID, error) : .unheard(error)
            }
        }
    }
}

/// What is done about a picture that has no result.
enum BatchRemedy {
    /// The server can't take it now.
    case wait
    /// The server lost it.
    case sendAgain
    /// The server failed at it, and may do so again.
    case scanAgain
    /// The server can't use it; its line says so.
    case give
    /// Every picture would fail.
    case stop

    init(_ failure: ClientError) {
        switch failure.code {
        case .unavailable where failure.problem?.kind == .scanTimeout: self = .scanAgain
        case .unavailable where failure.problem?.kind == .restarted, .notFound: self = .sendAgain
        case _ where CommandFailure.server(failure).mayPass: self = .wait
        case .serverFault: self = .scanAgain
        case .invalidRequest: self = .give
        case .rejected:
            self =
                switch failure.status {
                // The picture is too large, of another format, or damaged.
                case 413, 415, 422: .give
                // The picture didn't arrive in time; somebody cancelled its scan.
                case 408, 410: .scanAgain
                default: .stop
                }
        default: self = .stop
        }
    }
}
