import CGlibc
import Dispatch
import Glibc
import Synchronization

/// What a descriptor waits for, or is ready for.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let readable = Readiness(rawValue: UInt32(CS_READABLE))
    package static let writable = Readiness(rawValue: UInt32(CS_WRITABLE))
    /// Both directions are dead: a reset, or closed by both sides.
    package static let hangup = Readiness(rawValue: UInt32(CS_HANGUP))
}

/// Told by an event loop, on the loop's queue.
package protocol EventHandler: AnyObject, Sendable {
    func ready(_ readiness: Readiness)
    /// Called a few times a second, for deadlines.
    func tick(now: ContinuousClock.Instant)
}

/// One serial queue and one epoll set, and the executor of the actors that live on it. An idle set is watched by a
/// dispatch source and holds no thread; once events come, the loop waits on the set itself until it has been quiet for a
/// moment, so that Dispatch's own cost is paid by the burst and not by the event. See docs/adr/0001-raw-sockets.md.
package final class EventLoop: SerialExecutor, TaskExecutor {
    private struct Registration {
        let handler: any EventHandler
        let token: UInt64
    }

    private struct State {
        /// By descriptor number.
        var registrations: [Registration?] = []
        var nextGeneration: UInt32 = 1
        var lastTick = ContinuousClock.now
        var nextTicked = 0
        var jobs: [Job] = []
        /// Who will run jobs that are added now.
        var runner = Runner.nobody
    }

    private enum Runner {
        case nobody
        /// A batch in progress, or a block on the queue.
        case somebody
        /// The loop, once it is woken from waiting on the set.
        case waitingLoop
    }

    private enum Job {
        case task(UnownedJob)
        case block(@Sendable () -> Void)
    }

    /// Within so long, each handler is told the time.
    private static let tickMilliseconds = 250
    private static let tickParts = 64
    private static let tickPart = Duration.milliseconds(tickMilliseconds) / tickParts
    private static let batchSize = 256
    /// Quiet for so long, the loop gives its thread back.
    private static let quietMilliseconds: Int32 = 5
    private static let maxJobRounds = 16
    private static let scratchSize = 65_536

    private let queue: DispatchQueue
    private let epoll: Descriptor
    private let wakeup: Descriptor
    private let state = Mutex(State())
    /// The thread that runs a block of the queue now. Only that thread can find its own number here, so no ordering
    /// is needed.
    private let runningThread = Atomic<UInt>(0)
    // Sound: dispatch sources are thread-safe objects; these are set once, here.
    nonisolated(unsafe) private let events: any DispatchSourceRead
    nonisolated(unsafe) private let timer: any DispatchSourceTimer
    // Sound: used on the serial queue only, which `withScratch` checks.
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
            deadline: .now(), repeating: .milliseconds(Self.tickMilliseconds), leeway: .milliseconds(50))
        events.resume()
        timer.resume()
    }

    deinit {
        events.cancel()
        timer.cancel()
        scratch.deallocate()
    }

    // MARK: Descriptors

    /// Registers a descriptor; the loop keeps the handler until `remove`.
    package func add(
        _ descriptor: borrowing Descriptor, interest: Readiness, handler: any EventHandler
    ) throws(SocketError) {
        let raw = descriptor.raw
        let token = state.withLock { state in
            // Descriptor numbers are used again at once; the generation tells a late event's owner apart.
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
        // Fails only for a descriptor that isn't registered, which the line above rules out.
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

    /// Lends memory for one read, on the loop's queue.
    package func withScratch<R>(_ body: (UnsafeMutableRawBufferPointer) -> R) -> R {
        checkIsolated()
        return body(scratch)
    }

    // MARK: Jobs

    package func enqueue(_ job: consuming ExecutorJob) { add(.task(UnownedJob(job))) }

    /// Runs on the loop, with its actors' isolation, soon.
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

    /// Lets code that the loop calls (event handlers) assume an actor's isolation, and tasks start at once.
    package func isIsolatingCurrentContext() -> Bool? {
        runningThread.load(ordering: .relaxed) == UInt(pthread_self())
    }

    package func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "not on the event loop")
    }

    // MARK: Running

    /// Every block on the queue is this.
    private func run() {
        runningThread.store(UInt(pthread_self()), ordering: .relaxed)
        var wait: Int32 = 0
        var isQuiet = false
        repeat {
            let hadEvents = deliverEvents(within: wait)
            deliverTicksDue()
            var rounds = 0
            // A handler's way to its next wait is often several jobs long; events in between would find nobody.
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
                // Also passes over the wake-up, whose token nobody has.
                guard let found = registration(of: raw), found.token == event.token else { continue }
                found.handler.ready(Readiness(rawValue: event.flags))
            }
            return true
        }
    }

    /// Tells a part of the handlers the time, and the others in turn: all at once would hold up whoever comes with an
    /// event just then.
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
