import Dispatch
import Concurrency
package import OCR
import Synchronization
package import TextAnalysis

/// Reads in a process of its own, which it starts, replaces and ends. Waits for it on a thread of its own.
package actor ProcessReader: Reader {
    package struct Settings: Sendable {
        /// What is started: this program, or one that has `ReadWorker`'s mode.
        package var executable: String
        package var setup: WorkerSetup
        /// Pictures after which a process is replaced: what Tesseract leaks goes with it.
        package var pictures: Int
        package var observer: (@Sendable (ReaderEvent) -> Void)?

        package init(
            executable: String = "/proc/self/exe", setup: WorkerSetup, pictures: Int,
            observer: (@Sendable (ReaderEvent) -> Void)? = nil
        ) {
            self.executable = executable
            self.setup = setup
            self.pictures = pictures
            self.observer = observer
        }
    }

    /// Tesseract gives up by itself at the time limit, but not everywhere; this much later its process is killed.
    private static let grace = Duration.seconds(1)
    /// Loading takes a tenth of a second where nothing else runs.
    private static let startLimit = Duration.seconds(30)
    private static let stopLimit = Duration.seconds(1)

    private struct State {
        var process: ReaderProcess?
        /// Whether it has said that it can read.
        var isWarm = false
        /// While a scan is at it, so that cancelling a scan can't hit another's.
        var isReading = false
        var isStopped = false
        var starts = 0
    }

    private nonisolated let executor: QueueExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let settings: Settings
    /// Changed on the actor only, and by `abort`.
    private nonisolated let state = Mutex(State())

    package init(index: Int, settings: Settings) {
        executor = QueueExecutor(label: "reader-\(index)", qos: .userInitiated)
        self.settings = settings
    }

    package nonisolated var isWarm: Bool { state.withLock { $0.isWarm && $0.process?.isQuiet == true } }

    package nonisolated var processID: Int32? { state.withLock { $0.process?.id } }

    package nonisolated var starts: Int { state.withLock { $0.starts } }

    package func warmUp() throws(ReaderStartError) { _ = try warmProcess() }

    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ReadingObserver?,
        helper: LineHelper?
    ) async throws(ReadingError) -> Reading {
        let result = await withTaskCancellationHandler {
            attempt(image, languages: languages, timeLimit: timeLimit, progress: progress, helper: helper)
        } onCancel: {
            abort()
        }
        return try result.get()
    }

    package func read(
        _ strips: [LineStrip], languages: [String], timeLimit: Duration
    ) -> [[Transcript.Word]]? {
        let deadline = ContinuousClock.now + timeLimit + Self.grace
        guard let process = try? warmProcess() else { return nil }
        let result = Result { () throws(ReaderProcess.Lost) in
            try process.read(strips, languages: languages, timeLimit: timeLimit, by: deadline)
        }
        switch result {
        case .success(.words(let readings)): return readings
        case .success(.deadlineExceeded): return nil
        case .success: discard(process, .engineFailed)
        case .failure(let lost): discard(process, lost.end)
        }
        return nil
    }

    package nonisolated func stop() async {
        // A scan or a start would keep the actor for as long as it takes.
        state.withLock { state in
            state.isStopped = true
            if state.isReading || !state.isWarm { state.process?.kill() }
        }
        await finish()
    }

    /// Kills the process of the scan that runs now, if any: it stops costing at once.
    private nonisolated func abort() {
        state.withLock { if $0.isReading { $0.process?.kill() } }
    }

    private func finish() {
        let process = state.withLock { state in
            defer { state.process = nil }
            return state.process
        }
        guard let process else { return }
        process.finish(by: .now + Self.stopLimit)
        tell(process, .stopped)
    }

    private func attempt(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ReadingObserver?,
        helper: LineHelper?
    ) -> Result<Reading, ReadingError> {
        let softDeadline = ContinuousClock.now + timeLimit
        state.withLock { $0.isReading = true }
        defer { state.withLock { $0.isReading = false } }
        // A picture may bring its reader down; so may the kernel or an administrator. Once is no proof.
        for _ in 0..<2 {
            guard let process = try? warmProcess() else {
                return .failure(Task.isCancelled ? .cancelled : .readerDied)
            }
            // From here on a cancellation finds the process; one that came before is found here.
            if Task.isCancelled { process.kill() }
            let left = max(.milliseconds(1), ContinuousClock.now.duration(to: softDeadline))
            let result = Result { () throws(ReaderProcess.Lost) in
                try process.read(
                    image, languages: languages, timeLimit: left, by: softDeadline + Self.grace,
                    progress: progress,
                    askForHelp: helper.map { helper in
                        { number, strips in
                            helper(strips) { readings in
                                let answer = HelpAnswer(number: number, readings: readings)
                                process.bringHelp(answer, by: softDeadline + Self.grace)
                            }
                        }
                    })
            }
            // Neither killed from here on, nor kept if it was.
            state.withLock { $0.isReading = false }
            if Task.isCancelled {
                discard(process, .cancelled)
                return .failure(.cancelled)
            }
            switch result {
            case .success(let answer): return settle(answer, process)
            case .failure(let lost):
                discard(process, lost.end)
                if lost.end == .timedOut { return .failure(.deadlineExceeded) }
            }
            state.withLock { $0.isReading = true }
        }
        return .failure(.readerDied)
    }

    private func settle(_ answer: WorkerAnswer, _ process: ReaderProcess) -> Result<Reading, ReadingError> {
        if answer == .engineFailed {
            discard(process, .engineFailed)
        } else if process.pictures >= settings.pictures
            || process.residentBytes > settings.setup.memory / 2
        {
            discard(process, .recycled)
        }
        return switch answer {
        case .reading(let reading): .success(reading)
        case .image(let error): .failure(.image(error))
        case .deadlineExceeded: .failure(.deadlineExceeded)
        // The others aren't answers to a picture.
        case .engineFailed, .words, .help, .progress: .failure(.engineFailed)
        }
    }

    /// The process there is, or a new one where it isn't fit.
    private func warmProcess() throws(ReaderStartError) -> ReaderProcess {
        if let current = state.withLock({ $0.process }) {
            if isWarm { return current }
            discard(current, .died(status: current.killAndReap()))
        }
        do throws(ReaderStartError) {
            return try start()
        } catch {
            let id = state.withLock { state in
                defer { state.process = nil }
                return state.process?.id
            }
            let end: ReaderEnd =
                switch error {
                case .died(let end): Task.isCancelled ? .cancelled : end
                case .engine(let error): .unusable(error)
                case .notSpawned(let code): .notSpawned(code: code)
                }
            settings.observer?(ReaderEvent(processID: id ?? 0, end: end))
            throw error
        }
    }

    private func start() throws(ReaderStartError) -> ReaderProcess {
        let process = try ReaderProcess(executable: settings.executable, setup: settings.setup)
        let isStopped = state.withLock { state in
            state.process = process
            state.starts += 1
            return state.isStopped
        }
        // From here on `stop` and `abort` find it.
        if isStopped || Task.isCancelled { process.kill() }
        try process.warmUp(by: .now + Self.startLimit)
        state.withLock { $0.isWarm = true }
        return process
    }

    private func discard(_ process: ReaderProcess, _ end: ReaderEnd) {
        state.withLock { state in
            state.process = nil
            state.isWarm = false
        }
        process.killAndReap()
        tell(process, end)
    }

    private func tell(_ process: ReaderProcess, _ end: ReaderEnd) {
        settings.observer?(ReaderEvent(processID: process.id, end: end))
    }
}
