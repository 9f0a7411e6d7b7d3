package import SystemSupport
import Dispatch
import Glibc
package import OCR
package import Redaction
import Synchronization
package import TextAnalysis

/// A function that lets another worker read lines, or answers nil at once. It returns before it calls `answer`.
package typealias LineSharer =
    @Sendable (_ strips: [LineStrip], _ answer: @escaping @Sendable ([[Transcript.Word]]?) -> Void) -> Void

/// The server's end of one worker: it starts the worker's process, sends it one image at a time, and replaces it when it is
/// lost. A thread of its own waits for the process.
package actor WorkerClient {
    package struct Settings: Sendable {
        /// The program that is started in `WorkerMain.mode`: this one, unless a test names another.
        package var executable: String
        package var setup: WorkerSetup
        /// Number of requests after which a process is replaced, because what Tesseract leaks goes with it.
        package var maxRequests: Int
        /// Whether a process that can't give up its rights is not used.
        package var requiresSandbox: Bool
        /// A function that is called when a process has ended.
        package var observer: (@Sendable (WorkerTermination) -> Void)?

        package init(
            executable: String, setup: WorkerSetup, maxRequests: Int, requiresSandbox: Bool = false,
            observer: (@Sendable (WorkerTermination) -> Void)? = nil
        ) {
            self.executable = executable
            self.setup = setup
            self.maxRequests = maxRequests
            self.requiresSandbox = requiresSandbox
            self.observer = observer
        }
    }

    /// How long after the time limit a process is killed. A reading ends by itself at the limit, but looks at the clock only
    /// between its steps and between words, which take far less than a second.
    private static let grace = Duration.seconds(1)
    /// How long a process may take to become ready. It takes 0.1 s on an idle machine; an overloaded one may be much slower.
    private static let startLimit = Duration.seconds(30)
    /// How long an idle process may take to end before it is killed. It has nothing left to do.
    private static let stopLimit = Duration.seconds(1)
    /// Number of processes that may read one image. An image may crash its worker, but so may the kernel or an administrator,
    /// so one crash proves nothing.
    private static let attempts = 2

    private struct State {
        var process: WorkerProcess?
        /// Whether the process has said that it can read.
        var isWarm = false
        /// Whether a scan uses the process, so that a cancelled scan never kills another scan's.
        var isReading = false
        var isStopped = false
        var starts = 0
        var protections: WorkerProtections?
    }

    private nonisolated let executor: QueueExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let settings: Settings
    /// The state is changed on the actor, and by `stop` and `abort`, which must not wait for it.
    private nonisolated let state = Mutex(State())

    package init(index: Int, settings: Settings) {
        executor = QueueExecutor(label: "worker-\(index)", qos: .userInitiated)
        self.settings = settings
    }

    /// Whether the worker could read an image without delay.
    package nonisolated var isWarm: Bool { state.withLock { $0.isWarm && $0.process?.isQuiet == true } }

    package nonisolated var processID: Int32? { state.withLock { $0.process?.id } }

    package nonisolated var starts: Int { state.withLock { $0.starts } }

    /// What held the process that was started last; nil before the first was ready.
    package nonisolated var protections: WorkerProtections? { state.withLock { $0.protections } }

    /// Starts a process if none is ready to read.
    package func warmUp() throws(WorkerTermination) { _ = try warmProcess() }

    /// Reads an image. If its process is lost, a new one reads the image again, once.
    /// - Parameters:
    /// - languages: Tesseract names of installed languages; none to start with the default ones and detect others.
    /// - timeLimit: the longest time for decoding and recognition together.
    /// - share: lets another worker read some of the lines. It is called at most once for each process.
    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ScanObserver?,
        share: LineSharer?
    ) async throws(ScanError) -> Reading {
        let answer = try await answer(timeLimit) { process, timeLeft, deadline throws(WorkerTermination) in
            let offer = share.map { share in
                { (number: UInt64, strips: [LineStrip]) in
                    share(strips) { process.reply(SharingReply(number: number, readings: $0), by: deadline) }
                }
            }
            return try process.read(
                image, languages: languages, timeLimit: timeLeft, by: deadline, progress: progress,
                offer: offer)
        }
        // `WorkerProcess.read` returns no other answer to an image.
        guard case .reading(let reading) = answer else { throw .engineFailed }
        return reading
    }

    /// Covers an image. If its process is lost, a new one covers it again, once.
    /// - Parameter timeLimit: the longest time that it may take.
    package func redact(
        _ image: [UInt8], _ plan: RedactionPlan, timeLimit: Duration
    ) async throws(ScanError) -> RedactedPicture {
        let answer = try await answer(timeLimit) { process, timeLeft, deadline throws(WorkerTermination) in
            try process.redact(image, plan, timeLimit: timeLeft, by: deadline)
        }
        guard case .redacted(let picture) = answer else { throw .engineFailed }
        return picture
    }

    /// Reads lines of an image that another worker is reading.
    /// - Returns: the words of each line, with places on its strip; nil if the lines could not be read.
    package func read(
        _ strips: [LineStrip], languages: [String], timeLimit: Duration
    ) -> [[Transcript.Word]]? {
        let deadline = ContinuousClock.now + timeLimit + Self.grace
        guard let process = try? warmProcess() else { return nil }
        do throws(WorkerTermination) {
            switch try process.read(strips, languages: languages, timeLimit: timeLimit, by: deadline) {
            case .words(let readings): return readings
            case .failure(.deadlineExceeded): return nil
            default: discard(process, WorkerTermination(processID: process.id, exit: .engineFailed))
            }
        } catch {
            discard(process, error)
        }
        return nil
    }

    /// Ends the process and starts no other. An image that it is reading is lost.
    package nonisolated func stop() async {
        // The process is killed from here, because the actor may still be busy with its scan or its start.
        state.withLock { state in
            state.isStopped = true
            if state.isReading || !state.isWarm { state.process?.kill() }
        }
        await finish()
    }

    /// Kills the process of the scan that runs now, if there is one, so that it takes no more time.
    private nonisolated func abort() {
        state.withLock { if $0.isReading { $0.process?.kill() } }
    }

    /// Stops the process of the scan that runs now, if there is one. It keeps what it has read so far.
    nonisolated func pause() {
        state.withLock { if $0.isReading { $0.process?.signal(SIGSTOP) } }
    }

    nonisolated func goOn() {
        state.withLock { $0.process?.signal(SIGCONT) }
    }

    private func finish() {
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        guard let process else { return }
        process.finish(by: .now + Self.stopLimit)
        settings.observer?(WorkerTermination(processID: process.id, exit: .stopped))
    }

    /// Asks a process, with the time that is left for the answer and the time at which it is killed.
    private typealias Question = (WorkerProcess, Duration, ContinuousClock.Instant) throws(WorkerTermination)
        ->
        WorkerAnswer

    private func answer(_ timeLimit: Duration, to ask: Question) async throws(ScanError) -> WorkerAnswer {
        let result = await withTaskCancellationHandler {
            attempt(timeLimit, ask)
        } onCancel: {
            abort()
        }
        return try result.get()
    }

    private func attempt(_ timeLimit: Duration, _ ask: Question) -> Result<WorkerAnswer, ScanError> {
        let limit = ContinuousClock.now + timeLimit
        let deadline = limit + Self.grace
        state.withLock { $0.isReading = true }
        defer { state.withLock { $0.isReading = false } }
        for _ in 0..<Self.attempts {
            guard let process = try? warmProcess() else {
                return .failure(Task.isCancelled ? .cancelled : .workerDied)
            }
            // A cancellation that comes later kills the process by itself.
            if Task.isCancelled { process.kill() }
            let timeLeft = max(.milliseconds(1), ContinuousClock.now.duration(to: limit))
            let result = Result { () throws(WorkerTermination) in try ask(process, timeLeft, deadline) }
            // A cancellation that comes later leaves the process alone; an earlier one may have killed it.
            state.withLock { $0.isReading = false }
            if Task.isCancelled {
                discard(process, WorkerTermination(processID: process.id, exit: .cancelled))
                return .failure(.cancelled)
            }
            switch result {
            case .success(let answer): return settle(answer, process, timeLimit)
            case .failure(let termination):
                discard(process, termination)
                if termination.exit == .timedOut {
                    let limit = termination.code == nil ? timeLimit : settings.setup.processorTime
                    return .failure(.deadlineExceeded(limit: limit))
                }
            }
            state.withLock { $0.isReading = true }
        }
        return .failure(.workerDied)
    }

    private func settle(
        _ answer: WorkerAnswer, _ process: WorkerProcess, _ timeLimit: Duration
    ) -> Result<WorkerAnswer, ScanError> {
        if case .failure(.engineFailed) = answer {
            discard(process, WorkerTermination(processID: process.id, exit: .engineFailed))
            // A process that holds half its memory between images has leaked, and the next large image might reach the limit.
        } else if process.requestCount >= settings.maxRequests
            || process.residentBytes > settings.setup.memory / 2
        {
            discard(process, WorkerTermination(processID: process.id, exit: .recycled))
        }
        return switch answer {
        // The second attempt has less time than the scan, so the error names the scan's limit.
        case .failure(.deadlineExceeded): .failure(.deadlineExceeded(limit: timeLimit))
        case .failure(let error): .failure(error)
        default: .success(answer)
        }
    }

    /// The process that is ready to read, or a new one.
    private func warmProcess() throws(WorkerTermination) -> WorkerProcess {
        if let current = state.withLock({ $0.process }) {
            if isWarm { return current }
            discard(
                current, WorkerTermination(processID: current.id, exit: .died, code: current.killAndReap()))
        }
        do throws(WorkerTermination) {
            return try start()
        } catch {
            state.withLock { $0.process = nil }
            // A process that was there and did not answer may have been killed by the cancellation.
            let isCancelled =
                Task.isCancelled && ![.unusable, .unprotected, .notSpawned].contains(error.exit)
            settings.observer?(
                isCancelled ? WorkerTermination(processID: error.processID, exit: .cancelled) : error)
            throw error
        }
    }

    private func start() throws(WorkerTermination) -> WorkerProcess {
        let process = try WorkerProcess(executable: settings.executable, setup: settings.setup)
        let isStopped = state.withLock { state in
            state.process = process
            state.starts += 1
            return state.isStopped
        }
        // From here on, `stop` and `abort` find the process. This line covers a call that came before.
        if isStopped || Task.isCancelled { process.kill() }
        let protections = try process.warmUp(by: .now + Self.startLimit)
        if settings.requiresSandbox, !protections.missing.isEmpty {
            process.killAndReap()
            var termination = WorkerTermination(processID: process.id, exit: .unprotected)
            termination.missing = protections.missing
            throw termination
        }
        state.withLock { state in
            state.protections = protections
            state.isWarm = true
        }
        return process
    }

    private func discard(_ process: WorkerProcess, _ termination: WorkerTermination) {
        state.withLock { state in
            state.process = nil
            state.isWarm = false
        }
        process.killAndReap()
        settings.observer?(termination)
    }
}
