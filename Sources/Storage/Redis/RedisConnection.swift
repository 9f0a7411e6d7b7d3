import Dispatch
import SystemSupport
import Synchronization

/// One connection. Callers on any thread write commands in order; the event loop reads the replies and resumes the callers in
/// the same order.
final class RedisConnection: EventHandler {
    typealias Replies = Result<[RedisValue], RedisError>

    /// Commands that one caller sent together.
    private struct Sent {
        var awaited: Int
        var replies: [RedisValue] = []
        /// When the caller gives up.
        let deadline: ContinuousClock.Instant
        /// When the connection counts as broken.
        let brokenAt: ContinuousClock.Instant
        /// Nil where nobody waits for the replies, or not any more.
        var caller: CheckedContinuation<Replies, Never>?
    }

    private struct State: ~Copyable {
        var transport: RedisTransport?
        var reader = ReplyReader()
        /// Bytes of which the kernel hasn't taken all.
        var outgoing: [UInt8] = []
        /// Number of bytes that it has taken.
        var written = 0
        var isWaitingToWrite = false
        var sent: [Sent] = []
        var lastUse = ContinuousClock.now
        var end: RedisFault?
        var waitingForEnd: CheckedContinuation<RedisFault, Never>?
    }

    private struct Arrivals {
        var done: [(CheckedContinuation<Replies, Never>, Replies)] = []
        var messages: [[RedisValue]] = []
        var end: RedisFault?
    }

    /// Largest number of callers whose replies are open. At 100 µs each, the last one waits for a second.
    private static let maxSent = 10_000
    /// Largest number of bytes that wait for the kernel: a few pictures.
    private static let maxOutgoing = 64 << 20
    /// How long the server may be silent while replies are open, before the connection is given up. A scan that needs Redis
    /// waits no longer.
    static let patience = Duration.seconds(2)
    /// An unused connection is tried this often, so that a cut network is noticed before a scan needs it.
    private static let idleCheck = Duration.seconds(1)
    private static let connectMilliseconds: Int32 = 1_000
    /// Shorter limits than this have a timer of their own, because the loop's ticks come too seldom for them.
    private static let shortLimit = Duration.milliseconds(500)

    private let loop: EventLoop
    private let state: Mutex<State>
    /// Gets what the server sends to subscribers; nil on connections for commands.
    private let onMessage: (@Sendable ([RedisValue]) -> Void)?

    /// Blocks the calling thread for as long as looking up the name and connecting take.
    init(
        to place: RedisURL.Place, _ access: RedisAccess, onMessage: (@Sendable ([RedisValue]) -> Void)? = nil
    ) throws(RedisFault) {
        loop = access.loop
        self.onMessage = onMessage
        let transport = try RedisTransport(to: place, access, connectMilliseconds: Self.connectMilliseconds)
        state = Mutex(State(transport: transport))
        do throws(SocketError) {
            try loop.add(transport.descriptor, interest: .readable, handler: self)
        } catch {
            throw .socket(error)
        }
    }

    // MARK: Sending

    /// - Parameter limit: how long the caller waits. Where it is longer than `patience`, the server may be silent for as long.
    func send(_ commands: [RedisCommand], within limit: Duration) async -> Replies {
        await withCheckedContinuation { caller in
            let now = ContinuousClock.now
            let sent = Sent(
                awaited: commands.count, deadline: now + limit, brokenAt: now + max(limit, Self.patience),
                caller: caller)
            if let refusal = post(commands, sent) { caller.resume(returning: .failure(refusal)) }
            if limit < Self.shortLimit {
                let nanoseconds = Int(limit / .nanoseconds(1))
                DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
                    [weak self] in self?.expire(.now)
                }
            }
        }
    }

    /// Sends a command whose reply comes as a message.
    func post(_ command: RedisCommand) {
        _ = post([command], nil)
    }

    private func post(_ commands: [RedisCommand], _ sent: Sent?) -> RedisError? {
        var fault: RedisFault?
        let refusal: RedisError? = state.withLock { state in
            if let end = state.end { return .unavailable(end) }
            let size = commands.reduce(0) { $0 + $1.encoded.count }
            guard state.sent.count < Self.maxSent,
                state.outgoing.isEmpty || state.outgoing.count - state.written + size <= Self.maxOutgoing
            else { return .tooManyCommands }
            for command in commands { state.outgoing += command.encoded }
            if let sent { state.sent.append(sent) }
            state.lastUse = .now
            if !state.isWaitingToWrite { fault = write(&state) }
            return nil
        }
        // The caller is resumed with the others.
        if let fault { close(fault) }
        return refusal
    }

    /// Gives the kernel what it takes. The loop goes on with the rest.
    private func write(_ state: inout State) -> RedisFault? {
        guard let transport = state.transport else { return nil }
        while state.written < state.outgoing.count {
            let transfer = state.outgoing.withUnsafeBytes { bytes in
                transport.send(UnsafeRawBufferPointer(rebasing: bytes[state.written...]))
            }
            guard case .bytes(let count) = transfer else {
                if transfer == .closed { return .closedByServer }
                break
            }
            state.written += count
        }
        // Not at each write, because the bytes of a large picture would be moved many times.
        if state.written * 2 >= state.outgoing.count {
            state.outgoing.removeFirst(state.written)
            state.written = 0
        }
        let mustWait = !state.outgoing.isEmpty
        if mustWait != state.isWaitingToWrite {
            state.isWaitingToWrite = mustWait
            loop.setInterest(mustWait ? [.readable, .writable] : .readable, of: transport.descriptor)
        }
        return nil
    }

    // MARK: Receiving

    func ready(_ readiness: Readiness) {
        var arrivals = state.withLock { state in
            var arrivals = Arrivals()
            if readiness.contains(.writable) { arrivals.end = write(&state) }
            if arrivals.end == nil { arrivals.end = read(&state, &arrivals) }
            return arrivals
        }
        for (caller, replies) in arrivals.done { caller.resume(returning: replies) }
        arrivals.done = []
        for message in arrivals.messages { onMessage?(message) }
        if let end = arrivals.end { close(end) }
    }

    private func read(_ state: inout State, _ arrivals: inout Arrivals) -> RedisFault? {
        guard let transport = state.transport else { return nil }
        var finished = 0
        defer { state.sent.removeFirst(finished) }
        while true {
            var transfer = Transfer.wouldBlock
            do throws(RedisFault) {
                try loop.withScratch { scratch throws(RedisFault) in
                    transfer = transport.receive(into: scratch)
                    guard case .bytes(let count) = transfer else { return }
                    try state.reader.feed(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
                }
                while let reply = try state.reader.next() {
                    if let end = sort(reply, &state, &arrivals, &finished) { return end }
                }
            } catch {
                return error
            }
            switch transfer {
            case .bytes: continue
            case .wouldBlock: return nil
            case .closed: return .closedByServer
            }
        }
    }

    /// Gives a reply to the caller whose turn it is.
    private func sort(
        _ reply: RedisValue, _ state: inout State, _ arrivals: inout Arrivals, _ finished: inout Int
    ) -> RedisFault? {
        if onMessage != nil, let parts = reply.array, let kind = parts.first?.text,
            ["message", "subscribe", "unsubscribe"].contains(kind)
        {
            arrivals.messages.append(parts)
            return nil
        }
        guard finished < state.sent.count else { return .brokenReply }
        state.sent[finished].replies.append(reply)
        state.sent[finished].awaited -= 1
        if state.sent[finished].awaited == 0 {
            let sent = state.sent[finished]
            finished += 1
            if let caller = sent.caller { arrivals.done.append((caller, .success(sent.replies))) }
        }
        if case .refusal(let refusal) = reply, refusal.endsConnection { return .refused(refusal) }
        return nil
    }

    // MARK: Deadlines

    /// Lets those go who have waited long enough.
    private func expire(_ now: ContinuousClock.Instant) {
        let late = state.withLock { state in
            var late: [CheckedContinuation<Replies, Never>] = []
            for index in state.sent.indices where state.sent[index].deadline <= now {
                if let caller = state.sent[index].caller { late.append(caller) }
                state.sent[index].caller = nil
            }
            return late
        }
        for caller in late { caller.resume(returning: .failure(.unavailable(.tooSlow))) }
    }

    func tick(now: ContinuousClock.Instant) {
        expire(now)
        let (isBroken, isIdle) = state.withLock { state in
            guard state.end == nil else { return (false, false) }
            if let oldest = state.sent.first, oldest.brokenAt <= now { return (true, false) }
            return (false, state.sent.isEmpty && state.lastUse + Self.idleCheck <= now)
        }
        if isBroken { close(.tooSlow) }
        guard isIdle else { return }
        let brokenAt = now + Self.patience
        _ = post(
            [RedisCommand("PING")], Sent(awaited: 1, deadline: brokenAt, brokenAt: brokenAt, caller: nil))
    }

    // MARK: The end

    func close(_ fault: RedisFault) {
        let (left, waiting) = state.withLock {
            state -> ([Sent], CheckedContinuation<RedisFault, Never>?) in
            guard state.end == nil else { return ([], nil) }
            state.end = fault
            if let transport = state.transport { loop.remove(transport.descriptor) }
            state.transport = nil
            state.outgoing = []
            defer { (state.sent, state.waitingForEnd) = ([], nil) }
            return (state.sent, state.waitingForEnd)
        }
        for sent in left { sent.caller?.resume(returning: .failure(.unavailable(fault))) }
        waiting?.resume(returning: fault)
    }

    /// Waits until the connection has ended. One task may wait.
    func ended() async -> RedisFault {
        await withCheckedContinuation { waiting in
            let end = state.withLock { state in
                if state.end == nil { state.waitingForEnd = waiting }
                return state.end
            }
            if let end { waiting.resume(returning: end) }
        }
    }
}
