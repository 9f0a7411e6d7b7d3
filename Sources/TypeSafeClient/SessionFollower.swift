import Foundation
import TypeSafeAPI

/// Follows a session by the server's event stream, over any number of connections.
struct SessionFollower: Sendable {
    /// Largest number of updates that wait for a slow consumer.
    static let waitingLimit = 1_024
    /// Waits between attempts to connect again. A server that restarts is back in seconds, and one that stays away is asked twice a
    /// minute.
    private static let waits = RetryPolicy(
        attempts: .max, firstDelay: .milliseconds(500), maxDelay: .seconds(30))
    /// Time after which a connection is made anew, so that no response grows without end.
    private static let connectionTime = Duration.seconds(3_600)
    /// Time after a reconnection in which the server's events come that tell of scans under way. What it doesn't mention is asked for.
    private static let replayTime = Duration.seconds(3)
    /// Number of scans whose ends are remembered, so that they aren't told twice. A server tells of fewer again.
    private static let rememberedEnds = 256

    private struct State {
        var parser = EventStreamParser()
        var isConnected = false
        /// Whether the loss of the connection was told.
        var isLost = false
        /// Number of connections so far.
        var connections = 0
        /// Scans that have begun and not ended, each with the connection that last told of it.
        var open: [UUID: Int] = [:]
        var ended: [UUID] = []
    }

    let client: ScanClient
    let session: UUID
    let report: @Sendable (SessionUpdate) -> Void
    private let state = Lock(State())

    init(client: ScanClient, session: UUID, report: @escaping @Sendable (SessionUpdate) -> Void) {
        self.client = client
        self.session = session
        self.report = report
    }

    /// Follows the session until it can't go on, or the task is cancelled.
    /// - Returns: why it can't.
    func run() async -> ClientError {
        var generator = SystemRandomNumberGenerator()
        var failures = 0
        while true {
            let failure = await listen()
            if Task.isCancelled { return ClientError(.cancelled) }
            let (wasConnected, isFirst) = state.withLock { state in
                defer { state.isConnected = false }
                return (state.isConnected, state.connections == 0)
            }
            if let failure {
                guard !isFirst, Self.passes(failure) else { return failure }
            }
            if wasConnected { failures = 0 }
            failures += 1
            // A connection that ends after its time is made again at once; nobody needs to know.
            let isRenewed = wasConnected && failure?.code == .answerTimeout
            if isRenewed { continue }
            let isNew = state.withLock { state in
                defer { state.isLost = true }
                return !state.isLost
            }
            if isNew {
                report(.lost(failure ?? ClientError(.connectionLost, context: client.configuration.place)))
            }
            let delay = Self.waits.delay(after: failures, asked: failure?.retryAfter, using: &generator)
            if (try? await Task.sleep(for: delay)) == nil { return ClientError(.cancelled) }
        }
    }

    /// Whether a failure may be over when it is tried again.
    private static func passes(_ failure: ClientError) -> Bool {
        switch failure.code {
        case .unreachable, .connectTimeout, .answerTimeout, .connectionLost, .rateLimited, .unavailable,
            .serverFault:
            true
        default: false
        }
    }

    // MARK: One connection

    /// Reads the event stream until it ends.
    /// - Returns: why it broke; nil where the server ended it.
    private func listen() async -> ClientError? {
        let last = state.withLock { state in
            state.parser = EventStreamParser(lastID: state.parser.lastID)
            return state.parser.lastID
        }
        var request = APIRequest(
            path: "sessions/\(session.uuidString.lowercased())/events",
            accept: EventStreamParser.mediaType, retries: .never, deadline: .now + Self.connectionTime)
        request.lastEventID = last.isEmpty ? nil : last
        request.receiver = { receive($0) }
        let check = Task { await checkOpenScans() }
        defer { check.cancel() }
        do throws(ClientError) {
            let response = try await client.send(request)
            return response.contentType?.hasPrefix(EventStreamParser.mediaType) == true
                ? nil : ClientError(.badAnswer, status: response.status, context: client.configuration.place)
        } catch {
            return error
        }
    }

    private func receive(_ bytes: Data) {
        let (events, isBack) = state.withLock { state in
            let events = state.parser.feed(bytes)
            // An event stream begins with the time after which to connect again; the body of a refusal doesn't.
            guard !state.isConnected, state.parser.retry != nil else { return (events, false) }
            state.isConnected = true
            state.connections += 1
            defer { state.isLost = false }
            return (events, state.isLost)
        }
        if isBack { report(.regained) }
        for event in events {
            let data = Data(event.data.utf8)
            guard let scan = try? WireCoding.decoder().decode(SessionEvent.self, from: data) else { continue }
            tell(scan)
        }
    }

    private func tell(_ event: SessionEvent) {
        let isNew = state.withLock { state in
            if state.ended.contains(event.scanID) { return false }
            guard event.state.isFinal else {
                state.open[event.scanID] = state.connections
                return true
            }
            state.open[event.scanID] = nil
            state.ended = state.ended.suffix(Self.rememberedEnds - 1) + [event.scanID]
            return true
        }
        if isNew { report(.scan(event)) }
    }

    // MARK: What a connection doesn't tell

    /// Asks for the scans that began before this connection and of which it says nothing: those that a restarted server forgot, and
    /// those that ended long ago.
    private func checkOpenScans() async {
        guard !state.withLock({ $0.open.isEmpty }), (try? await Task.sleep(for: Self.replayTime)) != nil
        else { return }
        let (isConnected, scans) = state.withLock { state in
            (state.isConnected, state.open.filter { $0.value < state.connections }.keys)
        }
        guard isConnected else { return }
        for scan in scans {
            do throws(ClientError) {
                let job = try await client.job(scan)
                if job.state.isFinal { tell(SessionEvent(job)) }
            } catch {
                guard error.code == .notFound else { continue }
                tell(
                    SessionEvent(
                        scanID: scan, state: .failed, percent: 0, problem: ProblemKind.restarted.urn))
            }
        }
    }
}

/// Splits a stream of server-sent events (WHATWG HTML, section 9.2.6) into events, whatever pieces its bytes come in.
struct EventStreamParser {
    static let mediaType = "text/event-stream"

    struct Event: Equatable {
        /// The id of this event or of the last one before it that had one; empty before the first.
        var id: String
        var data: String
    }

    /// The id of the last event; empty before the first. A client that connects again sends it.
    private(set) var lastID: String
    /// The time that the server wants a client to wait before it connects again; nil where it said nothing.
    private(set) var retry: Duration?
    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var id: String
    private var data: [String] = []

    private static let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))

    /// - Parameters:
    ///   - lastID: the id of the last event before the connection was lost.
    ///   - retry: what the server said before.
    init(lastID: String = "", retry: Duration? = nil) {
        self.lastID = lastID
        self.retry = retry
        id = lastID
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            // A line ends with CR, LF, or both.
            let isSecondOfPair = endsWithReturn && byte == Self.lineFeed
            endsWithReturn = byte == Self.carriageReturn
            if isSecondOfPair { continue }
            guard byte == Self.lineFeed || byte == Self.carriageReturn else {
                line.append(byte)
                continue
            }
            if let event = take(String(decoding: line, as: UTF8.self)) { events.append(event) }
            line = []
        }
        return events
    }

    /// - Returns: the event that the line ends; nil for a line that ends none.
    private mutating func take(_ line: String) -> Event? {
        if line.isEmpty {
            defer { data = [] }
            lastID = id
            return data.isEmpty ? nil : Event(id: id, data: data.joined(separator: "\n"))
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count == 2 ? parts[1] : ""
        if value.first == " " { value.removeFirst() }
        switch parts[0] {
        case "data": data.append(String(value))
        case "id" where !value.utf8.contains(0): id = String(value)
        case "retry": retry = Int(value).map { .milliseconds(max(0, $0)) } ?? retry
        default: break
        }
        return nil
    }
}
