import CSandbox
import Foundation
import Glibc
import Imaging
import OCR
import Sockets
import Synchronization

/// One reader process from its start to its end, and what is said to it. Used by one thread at a time, but for `kill` and
/// `bringHelp`.
final class ReaderProcess: Sendable {
    private enum Life {
        case running
        /// Nothing may be sent to its number any more: once it is reaped, the number may be another's.
        case ending
        case ended(status: Int32)
    }

    private static let crashMilliseconds: Int32 = 200

    let id: Int32
    private let setup: WorkerSetup
    private let channel: FrameChannel
    private let life = Mutex(Life.running)
    private let requests = Atomic<UInt64>(0)

    init(executable: String, setup: WorkerSetup) throws(ReaderStartError) {
        var setup = setup
        setup.parent = getpid()
        self.setup = setup
        let spawned = try Spawner.shared.spawn(executable, mode: ReadWorker.mode)
        id = spawned.process
        channel = FrameChannel(spawned.socket)
    }

    deinit {
        killAndReap()
    }

    /// Why no answer came; the process has ended.
    struct Lost: Error {
        let end: ReaderEnd
    }

    /// How many pictures it was given.
    var pictures: Int { Int(clamping: requests.load(ordering: .relaxed)) }

    /// Whether it waits for a picture.
    var isQuiet: Bool { channel.isQuiet }

    /// Waits until it can read; otherwise it has ended.
    func warmUp(by deadline: ContinuousClock.Instant) throws(ReaderStartError) {
        let greeting: WorkerGreeting
        do {
            try channel.send(setup.encoded, by: deadline)
            greeting = try WorkerGreeting(decoding: channel.receive(limit: FrameLimit.setup, by: deadline))
        } catch {
            throw .died(end(for: error))
        }
        if case .failed(let error) = greeting {
            killAndReap()
            throw .engine(error)
        }
    }

    /// - Parameter askForHelp: takes the picture's number and strips that others may read, and must call `bringHelp` in any case.
    func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, by deadline: ContinuousClock.Instant,
        progress: ReadingObserver?, askForHelp: ((UInt64, [LineStrip]) -> Void)?
    ) throws(Lost) -> WorkerAnswer {
        let request = WorkerRequest(
            number: requests.add(1, ordering: .relaxed).newValue,
            subject: askForHelp == nil ? .picture : .helpedPicture, languages: languages, timeLimit: timeLimit
        )
        var answer = try ask(request, image, by: deadline)
        var mayAsk = true
        // A reader that never stops talking would never be late.
        var updatesLeft = WorkerAnswer.maxUpdates
        while true {
            switch answer {
            case .help(let strips) where mayAsk:
                mayAsk = false
                askForHelp?(request.number, strips)
            case .progress(let read, let total) where updatesLeft > 0:
                updatesLeft -= 1
                progress?(.lines(read: read, of: total))
            case .help, .progress: throw Lost(end: end(for: WireError()))
            case .reading, .words, .image, .deadlineExceeded, .engineFailed: return answer
            }
            answer = try ask(request, nil, by: deadline)
        }
    }

    /// Another's lines.
    func read(
        _ strips: [LineStrip], languages: [String], timeLimit: Duration, by deadline: ContinuousClock.Instant
    ) throws(Lost) -> WorkerAnswer {
        let request = WorkerRequest(
            number: requests.add(1, ordering: .relaxed).newValue, subject: .strips, languages: languages,
            timeLimit: timeLimit)
        var writer = WireWriter()
        writer.strips(strips)
        return try ask(request, writer.bytes, strips: strips, by: deadline)
    }

    /// From any thread, while a picture is read.
    func bringHelp(_ answer: HelpAnswer, by deadline: ContinuousClock.Instant) {
        // Where it has ended, so has its picture.
        try? channel.send(answer.encoded, by: deadline)
    }

    /// - Parameter subject: nil where it has been sent.
    private func ask(
        _ request: WorkerRequest, _ subject: [UInt8]?, strips: [LineStrip]? = nil,
        by deadline: ContinuousClock.Instant
    ) throws(Lost) -> WorkerAnswer {
        do {
            if let subject {
                try channel.send(request.encoded, by: deadline)
                try channel.send(subject, by: deadline)
            }
            let bytes = try channel.receive(limit: FrameLimit.answer, by: deadline)
            return try WorkerAnswer(decoding: bytes, to: request, strips: strips, limits: setup.limits)
        } catch {
            throw Lost(end: end(for: error))
        }
    }

    /// Kills it, from any thread, without waiting; the one who reads finds the socket closed.
    func kill() {
        life.withLock { if case .running = $0 { _ = Glibc.kill(id, SIGKILL) } }
    }

    /// Lets it go by itself, or kills it at the deadline.
    func finish(by deadline: ContinuousClock.Instant) {
        channel.finish(by: deadline)
        killAndReap()
    }

    /// Kills what may be left of it. The wait is for the kernel's tidying up only.
    /// - Returns: how it ended, as `sb_wait` says.
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

    /// Bytes of memory in use; 0 where the system doesn't tell.
    var residentBytes: Int { ProcessMemory.resident(of: id) }

    private func end(for error: any Error) -> ReaderEnd {
        switch error {
        case FrameError.closed:
            // It may still be on its way out: a crash closes the socket before it can be waited for.
            sb_await_end(id, Self.crashMilliseconds)
            return .died(status: killAndReap())
        case FrameError.timedOut:
            killAndReap()
            return .timedOut
        default:
            killAndReap()
            return .confused
        }
    }
}
