import CLinux
import Foundation
import Glibc
import OCR
import Redaction
import Synchronization
import SystemSupport
import TextAnalysis

/// One worker process from its start to its end, and the messages to and from it. One thread at a time uses it; `kill` and
/// `reply` may be called from any thread.
final class WorkerProcess: Sendable {
    private enum Life {
        case running
        /// The process is being reaped: from here on its id may belong to another process and gets no signals.
        case ending
        case ended(status: Int32)
    }

    /// How long a process whose socket is closed may take to end by itself, so that its own exit status is reported instead of
    /// our SIGKILL. A crash writes no core dump and is over in a few milliseconds.
    private static let crashMilliseconds: Int32 = 200

    let id: Int32
    private let setup: WorkerSetup
    private let channel: FrameChannel
    private let life = Mutex(Life.running)
    private let requests = Atomic<UInt64>(0)

    init(executable: String, setup: WorkerSetup) throws(WorkerTermination) {
        var setup = setup
        setup.parent = getpid()
        self.setup = setup
        let spawned = try WorkerSpawner.shared.spawn(executable, mode: WorkerMain.mode)
        id = spawned.processID
        channel = FrameChannel(spawned.socket)
    }

    deinit {
        killAndReap()
    }

    /// Number of requests that the process was given: images, and lines of other workers' images.
    var requestCount: Int { Int(clamping: requests.load(ordering: .relaxed)) }

    /// Whether the process is running and has sent nothing that it was not asked for.
    var isQuiet: Bool { channel.isQuiet }

    /// The number of bytes of memory that the process uses; 0 if the system does not tell.
    var residentBytes: Int { ProcessStatistics.residentBytes(of: id) ?? 0 }

    // MARK: Messages

    /// Waits until the worker can read. If this throws, the process has ended.
    /// - Returns: what holds the worker, should an image take it over.
    func warmUp(by deadline: ContinuousClock.Instant) throws(WorkerTermination) -> WorkerProtections {
        let greeting: WorkerGreeting
        do {
            try channel.send(setup.encoded, by: deadline)
            greeting = try WorkerGreeting(decoding: channel.receive(limit: MessageLimit.setup, by: deadline))
        } catch {
            throw termination(after: error)
        }
        switch greeting {
        case .ready(let protections): return protections
        case .failed(let error):
            killAndReap()
            throw WorkerTermination(processID: id, exit: .unusable, engineError: error)
        }
    }

    /// Lets the process read an image. If this throws, the process has ended.
    /// - Parameter offer: takes the request's number and the lines that another worker may read, and must call `reply` in any
    ///   case; nil if the worker is to read all lines itself.
    func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, by deadline: ContinuousClock.Instant,
        progress: ScanObserver?, offer: ((UInt64, [LineStrip]) -> Void)?
    ) throws(WorkerTermination) -> WorkerAnswer {
        let request = WorkerRequest(
            number: requests.add(1, ordering: .relaxed).newValue,
            subject: offer == nil ? .image : .shareableImage, languages: languages, timeLimit: timeLimit)
        var answer = try ask(request, image, by: deadline)
        var mayOffer = true
        // Without a limit, a worker that sends progress for ever would never be late.
        var updatesLeft = WorkerAnswer.maxUpdates
        while true {
            switch answer {
            case .offer(let strips) where mayOffer:
                mayOffer = false
                offer?(request.number, strips)
            case .progress(let read, let total) where updatesLeft > 0:
                updatesLeft -= 1
                progress?(.reading(lines: read, of: total))
            case .offer, .progress: throw termination(after: WireError())
            case .reading, .words, .redacted, .failure: return answer
            }
            answer = try ask(request, nil, by: deadline)
        }
    }

    /// Lets the process read lines of another worker's image. If this throws, the process has ended.
    func read(
        _ strips: [LineStrip], languages: [String], timeLimit: Duration, by deadline: ContinuousClock.Instant
    ) throws(WorkerTermination) -> WorkerAnswer {
        let request = WorkerRequest(
            number: requests.add(1, ordering: .relaxed).newValue, subject: .strips, languages: languages,
            timeLimit: timeLimit)
        var writer = WireWriter()
        writer.strips(strips)
        return try ask(request, writer.bytes, strips: strips, by: deadline)
    }

    /// Lets the process cover an image. If this throws, the process has ended.
    func redact(
        _ image: [UInt8], _ plan: RedactionPlan, timeLimit: Duration, by deadline: ContinuousClock.Instant
    ) throws(WorkerTermination) -> WorkerAnswer {
        let request = WorkerRequest(
            number: requests.add(1, ordering: .relaxed).newValue, subject: .redaction, languages: [],
            timeLimit: timeLimit)
        return try ask(request, RedactionOrder(plan, image).encoded, plan: plan, by: deadline)
    }

    /// Answers the worker's offer of lines, from any thread.
    func reply(_ reply: SharingReply, by deadline: ContinuousClock.Instant) {
        // If the process has ended, its image is lost in any case.
        try? channel.send(reply.encoded, by: deadline)
    }

    /// Sends a request and waits for the next answer to it.
    /// - Parameter subject: the image or the lines; nil if they have been sent already.
    private func ask(
        _ request: WorkerRequest, _ subject: [UInt8]?, strips: [LineStrip]? = nil,
        plan: RedactionPlan? = nil, by deadline: ContinuousClock.Instant
    ) throws(WorkerTermination) -> WorkerAnswer {
        do {
            if let subject {
                try channel.send(request.encoded, by: deadline)
                try channel.send(subject, by: deadline)
            }
            let bytes = try channel.receive(limit: MessageLimit.answer, by: deadline)
            return try WorkerAnswer(
                decoding: bytes, to: request, strips: strips, plan: plan, limits: setup.limits)
        } catch {
            throw termination(after: error)
        }
    }

    // MARK: The end

    /// Kills the process without waiting, from any thread. The thread that waits for an answer finds the socket closed.
    func kill() { signal(SIGKILL) }

    func signal(_ number: Int32) {
        life.withLock { if case .running = $0 { _ = Glibc.kill(id, number) } }
    }

    /// Closes the socket, which ends an idle worker, and kills the process at the deadline.
    func finish(by deadline: ContinuousClock.Instant) {
        channel.finish(by: deadline)
        killAndReap()
    }

    /// Kills the process if it still runs, and takes its exit status. The call waits no longer than the kernel needs to remove
    /// the process.
    /// - Returns: the status, as `sb_wait` gives it.
    @discardableResult
    func killAndReap() -> Int32 {
        let mustReap = life.withLock { life in
            guard case .running = life else { return false }
            life = .ending
            _ = Glibc.kill(id, SIGKILL)
            return true
        }
        if mustReap {
            let status = sb_wait(id)
            life.withLock { $0 = .ended(status: status) }
        }
        return life.withLock { if case .ended(let status) = $0 { status } else { 0 } }
    }

    /// Ends the process after a message to or from it failed, and returns the reason.
    private func termination(after error: any Error) -> WorkerTermination {
        switch error {
        case FrameError.closed:
            sb_await_end(id, Self.crashMilliseconds)
            let code = killAndReap()
            // The timer of `sb_limit_processor_time` has ended the process.
            if code == -SIGPROF { return WorkerTermination(processID: id, exit: .timedOut, code: code) }
            return WorkerTermination(processID: id, exit: .died, code: code)
        case FrameError.timedOut:
            killAndReap()
            return WorkerTermination(processID: id, exit: .timedOut)
        default:
            killAndReap()
            return WorkerTermination(processID: id, exit: .protocolError)
        }
    }
}

/// Measures the processor time that a worker's process uses from now on.
struct WorkerMeter {
    private let worker: WorkerClient
    private let process: Int32?
    private let before: Duration?
    private let started = ContinuousClock.now

    init(_ worker: WorkerClient) {
        self.worker = worker
        process = worker.processID
        before = process.flatMap { ProcessStatistics.processorTime(of: $0) }
    }

    /// The processor time; the time that has passed where the process was lost or replaced, as the kernel no longer tells then.
    var used: Duration {
        guard let process, let before, worker.processID == process,
            let now = ProcessStatistics.processorTime(of: process)
        else { return started.duration(to: .now) }
        return now - before
    }
}
