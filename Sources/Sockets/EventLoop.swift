import CSockets
import Dispatch
package import DispatchExecutors
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

/// One serial queue and one epoll set; the set is watched by a single dispatch source, so that Dispatch's own
/// cost is paid by the batch and not by the event. See docs/adr/0001-raw-sockets.md.
package final class EventLoop: Sendable {
    private struct Registration {
        let handler: any EventHandler
        let token: UInt64
    }

    private struct State {
        var registrations: [Int32: Registration] = [:]
        var nextGeneration: UInt32 = 1
    }

    /// How often handlers are told the time.
    package static let tickMilliseconds = 250
    private static let batchSize = 256

    package let executor: QueueExecutor
    private let epoll: Descriptor
    private let state = Mutex(State())
    // Sound: dispatch sources are thread-safe objects; these are set once, here.
    nonisolated(unsafe) private let events: any DispatchSourceRead
    nonisolated(unsafe) private let timer: any DispatchSourceTimer

    package init(label: String) throws(SocketError) {
        executor = QueueExecutor(label: label, qos: .userInitiated)
        epoll = Descriptor(owning: try SocketError.check(cs_epoll_create(), "epoll_create1"))
        events = DispatchSource.makeReadSource(fileDescriptor: epoll.raw, queue: executor.queue)
        timer = DispatchSource.makeTimerSource(queue: executor.queue)
        events.setEventHandler { @Sendable [weak self] in self?.deliverEvents() }
        timer.setEventHandler { @Sendable [weak self] in self?.deliverTick() }
        timer.schedule(
            deadline: .now(), repeating: .milliseconds(Self.tickMilliseconds), leeway: .milliseconds(50))
        events.resume()
        timer.resume()
    }

    deinit {
        events.cancel()
        timer.cancel()
    }

    /// Registers a descriptor; the loop keeps the handler until `remove`.
    package func add(
        _ descriptor: borrowing Descriptor, interest: Readiness, handler: any EventHandler
    ) throws(SocketError) {
        let raw = descriptor.raw
        let token = state.withLock { state in
            // Descriptor numbers are used again at once; the generation tells a late event's owner apart.
            let token = UInt64(state.nextGeneration) << 32 | UInt64(UInt32(bitPattern: raw))
            state.nextGeneration &+= 1
            state.registrations[raw] = Registration(handler: handler, token: token)
            return token
        }
        let result = cs_epoll_add(epoll.raw, raw, interest.rawValue, token)
        if result < 0 {
            state.withLock { _ = $0.registrations.removeValue(forKey: raw) }
            throw SocketError(call: "epoll_ctl", code: -result)
        }
    }

    package func setInterest(_ interest: Readiness, of descriptor: borrowing Descriptor) {
        let raw = descriptor.raw
        guard let token = state.withLock({ $0.registrations[raw]?.token }) else { return }
        // Fails only for a descriptor that isn't registered, which the line above rules out.
        _ = cs_epoll_modify(epoll.raw, raw, interest.rawValue, token)
    }

    package func remove(_ descriptor: borrowing Descriptor) {
        let raw = descriptor.raw
        let removed = state.withLock { $0.registrations.removeValue(forKey: raw) }
        if removed != nil { _ = cs_epoll_remove(epoll.raw, raw) }
    }

    private func deliverEvents() {
        withUnsafeTemporaryAllocation(of: cs_event.self, capacity: Self.batchSize) { batch in
            let count = cs_epoll_poll(epoll.raw, batch.baseAddress, Int32(Self.batchSize))
            guard count > 0 else { return }
            for event in batch.prefix(Int(count)) {
                let raw = Int32(truncatingIfNeeded: event.token & 0xFFFF_FFFF)
                let handler = state.withLock { state -> (any EventHandler)? in
                    guard let found = state.registrations[raw], found.token == event.token else { return nil }
                    return found.handler
                }
                handler?.ready(Readiness(rawValue: event.flags))
            }
        }
    }

    private func deliverTick() {
        let now = ContinuousClock.now
        let handlers = state.withLock { $0.registrations.values.map(\.handler) }
        for handler in handlers { handler.tick(now: now) }
    }
}
