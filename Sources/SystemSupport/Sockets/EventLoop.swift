import CLinux
package import Dispatch
import Glibc
import Synchronization

/// The events that a descriptor's handler waits for, or that have come.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: UInt32(CS_READABLE))
    package static let writable = Readiness(rawValue: UInt32(CS_WRITABLE))
    /// Both directions are closed: by a reset, or by both sides.
    package static let hangup = Readiness(rawValue: UInt32(CS_HANGUP))
}

/// Gets the events of a descriptor. Its methods are called on the event loop's queue.
package protocol EventHandler: AnyObject, Sendable {
    func ready(_ readiness: Readiness)
    /// Called every 250 ms, so that the handler can check its deadlines.
    func tick(now: ContinuousClock.Instant)
}

/// A serial queue with an epoll set, and the executor of the actors that live on it. While it is idle, a dispatch source watches
/// the set, and the loop holds no thread. Once an event comes, the loop waits on the set itself until nothing has happened for
/// `quietMilliseconds`. So Dispatch costs time once for a burst of events, not for each event. See docs/adr/0001-raw-sockets.md.
package final class EventLoop: SerialExecutor, TaskExecutor {
    private struct Registration {
        let handler: any EventHandler
        let token: UInt64
    }

    private struct State {
        /// The registrations. The index is the number of the descriptor.
        var registrations: [Registration?] = []
        var nextGeneration: UInt32 = 1
        var lastTick = ContinuousClock.now
        var nextTicked = 0
        var jobs: [Job] = []
        /// Who will run a job that is added now.
        var runner = Runner.nobody
    }

    private enum Runner {
        case nobody
        /// A batch is running, or a block for it waits on the queue.
        case somebody
        /// The loop, which waits on the set. It runs the job after it was woken.
        case waitingLoop
    }

    private enum Job {
        case task(UnownedJob)
        case block(@Sendable () -> Void)
    }

    /// Milliseconds between two calls of a handler's `tick`. Deadlines are seconds long, so they are met within a few
    /// per cent.
    private static let tickMilliseconds = 250
    /// Number of parts into which a round of ticks is divided. With 1,024 connections, 16 ticks are called every 4 ms.
    private static let tickParts = 64
    /// Milliseconds by which an idle loop's tick may be late, so that the kernel can combine wake-ups.
    private static let tickLeewayMilliseconds = 50
    private static let tickPart = Duration.milliseconds(tickMilliseconds) / tickParts
    /// Largest number of events that are taken from the set at once. A larger batch would delay jobs.
    private static let batchSize = 256
    /// Milliseconds without any event or job after which the loop returns its thread. ADR 1 has the measurement: with
    /// 64 kept connections, waiting on the set saved 0.9 µs of 11.1 µs a request, and two thread switches for each
    /// batch.
    private static let quietMilliseconds: Int32 = 5
    /// Largest number of rounds of jobs before events are looked at again, because jobs can add jobs for ever.
    private static let maxJobRounds = 16
    /// Bytes of `scratch`, the buffer that all connections of the loop read into. It bounds what one connection reads
    /// at a time.
    private static let scratchSize = 65_536

    private let queue: DispatchQueue
    private let epoll: Descriptor
    private let wakeup: Descriptor
    private let state = Mutex(State())
    /// The number of the thread that runs a block of the queue now. A thread compares it only with its own number, so
    /// the atomic needs no ordering.
    private let runningThread = Atomic<UInt>(0)
    // Sound: dispatch sources are thread-safe, and these two are set once, in `init`.
    nonisolated(unsafe) private let events: any DispatchSourceRead
    nonisolated(unsafe) private let timer: any DispatchSourceTimer
    // Sound: it is used only on the serial queue, which `withScratch` checks.
    nonisolated(unsafe) private let scratch: UnsafeMutableRawBufferPointer

    package init(label: String) throws(SocketError) {
        queue = DispatchQueue(label: label, qos: .userInitiated)
        epoll = Descriptor(owning: try SocketError.check(cg_epoll_create(), "epoll_create1"))
        wakeup = Descriptor(owning: try SocketError.check(cg_eventfd(), "eventfd"))
        _ = try SocketError.check(cg_epoll_add_wakeup(epoll.raw, wakeup.raw), "epoll_ctl")
        scratch = .allocate(byteCount: Self.scratchSize, alignment: 16)
        events = DispatchSource.makeReadSource(fileDescriptor: epoll.raw, queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
        events.setEventHandler { @Sendable [weak self] in self?.run() }
        timer.setEventHandler { @Sendable [weak self] in self?.run() }
        timer.schedule(
            deadline: .now(), repeating: .milliseconds(Self.tickMilliseconds),
            leeway: .milliseconds(Self.tickLeewayMilliseconds))
        events.resume()
        timer.resume()
    }

    deinit {
        events.cancel()
        timer.cancel()
        scratch.deallocate()
    }

    // MARK: Descriptors

    /// Registers a descriptor. The loop keeps the handler until `remove` is called.
    package func add(
        _ descriptor: borrowing Descriptor, interest: Readiness, handler: any EventHandler
    ) throws(SocketError) {
        let raw = descriptor.raw
        let token = state.withLock { state in
            // The kernel uses the number of a closed descriptor again at once. The generation shows that a late event
            // belongs to an earlier registration.
            let token = UInt64(state.nextGeneration) << 32 | UInt64(UInt32(bitPattern: raw))
            state.nextGeneration &+= 1
            while state.registrations.count <= Int(raw) { state.registrations.append(nil) }
            state.registrations[Int(raw)] = Registration(handler: handler, token: token)
            return token
        }
        let result = cg_epoll_add(epoll.raw, raw, interest.rawValue, token)
        if result < 0 {
            state.withLock { $0.registrations[Int(raw)] = nil }
            throw SocketError(call: "epoll_ctl", code: -result)
        }
    }

    package func setInterest(_ interest: Readiness, of descriptor: borrowing Descriptor) {
        let raw = descriptor.raw
        guard let token = registration(of: raw)?.token else { return }
        // The call fails only for a descriptor that isn't registered, which the line above excludes.
        _ = cg_epoll_modify(epoll.raw, raw, interest.rawValue, token)
    }

    package func remove(_ descriptor: borrowing Descriptor) {
        let raw = descriptor.raw
        let removed = state.withLock { state -> Registration? in
            guard state.registrations.indices.contains(Int(raw)) else { return nil }
            defer { state.registrations[Int(raw)] = nil }
            return state.registrations[Int(raw)]
        }
        if removed != nil { _ = cg_epoll_remove(epoll.raw, raw) }
    }

    /// Lends a buffer for one read. It must be called on the loop's queue.
    package func withScratch<R, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> R
    ) throws(Failure) -> R {
        checkIsolated()
        return try body(scratch)
    }

    // MARK: Jobs

    package func enqueue(_ job: consuming ExecutorJob) { add(.task(UnownedJob(job))) }

    /// Schedules `body` on the loop's queue, where the isolation of the loop's actors holds.
    package func async(_ body: @escaping @Sendable () -> Void) { add(.block(body)) }

    private func add(_ job: Job) {
        let runner = state.withLock { state in
            state.jobs.append(job)
            defer { state.runner = .somebody }
            return state.runner
        }
        switch runner {
        case .somebody: break
        case .waitingLoop: cg_eventfd_signal(wakeup.raw)
        case .nobody: queue.async { self.run() }
        }
    }

    /// Whether the caller runs on the loop's queue. With this, event handlers can assume an actor's isolation, and
    /// tasks can start at once.
    package func isIsolatingCurrentContext() -> Bool? {
        runningThread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the event loop")
    }

    // MARK: Running

    private func run() {
        runningThread.store(UInt(pthread_self()), ordering: .relaxed)
        var wait: Int32 = 0
        var isQuiet = false
        repeat {
            let hadEvents = deliverEvents(within: wait)
            deliverTicksDue()
            var rounds = 0
            // A handler often needs several jobs until it waits again. If events were taken before that, no handler
            // would wait for them.
            while rounds < Self.maxJobRounds, runJobs() { rounds += 1 }
            let hadJobs = rounds > 0
            isQuiet = wait > 0 && !hadEvents && !hadJobs
            wait = state.withLock { state in
                guard state.jobs.isEmpty else { return 0 }
                state.runner = isQuiet ? .nobody : .waitingLoop
                return Self.quietMilliseconds
            }
            if wait == 0 { isQuiet = false }
        } while !isQuiet
        runningThread.store(0, ordering: .relaxed)
    }

    private func runJobs() -> Bool {
        let jobs = state.withLock { state in
            state.runner = .somebody
            defer { if !state.jobs.isEmpty { state.jobs = [] } }
            return state.jobs
        }
        for job in jobs {
            switch job {
            case .task(let job):
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            case .block(let body): body()
            }
        }
        return !jobs.isEmpty
    }

    private func deliverEvents(within milliseconds: Int32) -> Bool {
        withUnsafeTemporaryAllocation(of: cg_event.self, capacity: Self.batchSize) { batch in
            let count = cg_epoll_wait(epoll.raw, batch.baseAddress, Int32(Self.batchSize), milliseconds)
            guard count > 0 else { return false }
            for event in batch.prefix(Int(count)) {
                let raw = Int32(truncatingIfNeeded: event.token & 0xFFFF_FFFF)
                // The wake-up event is skipped here too, because no registration has its token 0.
                guard let found = registration(of: raw), found.token == event.token else { continue }
                found.handler.ready(Readiness(rawValue: event.flags))
            }
            return true
        }
    }

    /// Calls `tick` of one part of the handlers; the other parts follow in turn. Calling all of them at once would
    /// delay events that come at that moment.
    private func deliverTicksDue() {
        let now = ContinuousClock.now
        let handlers = state.withLock { state -> [any EventHandler] in
            let due = min(Self.tickParts, Int(state.lastTick.duration(to: now) / Self.tickPart))
            if due == 0 { return [] }
            state.lastTick = now
            let part = state.registrations.count / Self.tickParts + 1
            var handlers: [any EventHandler] = []
            for _ in 0..<min(due * part, state.registrations.count) {
                state.nextTicked = (state.nextTicked + 1) % state.registrations.count
                if let found = state.registrations[state.nextTicked] { handlers.append(found.handler) }
            }
            return handlers
        }
        for handler in handlers { handler.tick(now: now) }
    }

    private func registration(of raw: Int32) -> Registration? {
        state.withLock { state in
            state.registrations.indices.contains(Int(raw)) ? state.registrations[Int(raw)] : nil
        }
    }
}

/// Runs actors on a serial dispatch queue, such as that of an event loop, or one whose work blocks in C code.
package final class QueueExecutor: SerialExecutor {
    package let queue: DispatchQueue

    package init(label: String, qos: DispatchQoS = .default) {
        queue = DispatchQueue(label: label, qos: qos)
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Lets code that Dispatch calls on the queue, such as event sources, assume an actor's isolation.
    package func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
