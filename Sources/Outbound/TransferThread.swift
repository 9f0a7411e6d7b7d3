import CCurl
import Foundation
import Synchronization

/// A thread on which libcurl runs many transfers at once and keeps their connections, several transfers on one where the server has
/// HTTP/2. It sleeps in `curl_multi_poll` until a connection has something to do or another thread wakes it.
///
/// A connection that is used again has been checked by the same policy when it was opened: all transfers have one policy, and libcurl
/// shares connections of one scheme, host and port only.
package final class TransferThread: Sendable {
    package struct Limits: Sendable {
        /// Connections to one host, beyond which transfers wait for each other.
        var perHost: Int
        /// Connections in all.
        var connections: Int
        /// Transfers that run or wait. More fail with `busy`.
        var transfers: Int
        /// Whether a new connection carries one transfer until one was answered, as APNs wants it. libcurl knows the server's own limit only
        /// when it has already sent more, which the server then refuses.
        var startsSlowly: Bool

        package init(perHost: Int, connections: Int, transfers: Int, startsSlowly: Bool = false) {
            self.startsSlowly = startsSlowly
            self.perHost = perHost
            self.connections = connections
            self.transfers = transfers
        }
    }

    private typealias Caller = CheckedContinuation<TransferOutcome, Never>

    private struct Running {
        let transfer: OutboundTransfer
        let deadline: ContinuousClock.Instant
        let caller: Caller
    }

    private struct Inbox {
        var new: [(OutboundRequest, Caller)] = []
        /// Number of transfers that haven't ended, those of `new` among them.
        var unfinished = 0
        var isStopped = false
    }

    /// Whether libcurl could be made ready, which happens once in a process.
    private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    /// Transfers on a connection of a server that allows so many; APNs allows a thousand.
    private static let mostStreams = 1_000
    /// Milliseconds between two looks for transfers whose time is up. libcurl itself ends those that have a connection; it lets those
    /// that wait for one wait for ever.
    private static let deadlineInterval: Int32 = 250
    /// Longest sleep in milliseconds where nothing runs. Others wake the thread.
    private static let longestSleep: Int32 = 60_000

    /// It belongs to the thread. `curl_multi_wakeup` is the only function of libcurl that others call with it.
    private nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private let settings: TransferSettings
    private let limits: Limits
    private let inbox = Mutex(Inbox())

    private init(_ multi: UnsafeMutableRawPointer, _ settings: TransferSettings, _ limits: Limits) {
        self.multi = multi
        self.settings = settings
        self.limits = limits
    }

    deinit { curl_multi_cleanup(multi) }

    /// Starts a thread, which lives until `stop`; nil where libcurl can't be had.
    package static func start(_ settings: TransferSettings, _ limits: Limits) -> TransferThread? {
        guard isLibraryReady, let multi = curl_multi_init() else { return nil }
        cc_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limits.perHost)
        cc_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, limits.connections)
        cc_multi_set_long(multi, CURLMOPT_MAXCONNECTS, limits.connections)
        let thread = TransferThread(multi, settings, limits)
        Thread.detachNewThread { thread.run() }
        return thread
    }

    /// Ends the thread. What hasn't been answered fails with `stopped`.
    package func stop() {
        inbox.withLock { $0.isStopped = true }
        curl_multi_wakeup(multi)
    }

    /// Sends a request and returns when it has ended, after the time limit of the settings at the latest.
    package func send(_ request: OutboundRequest) async -> TransferOutcome {
        await withCheckedContinuation { caller in
            let refusal: TransferFailure? = inbox.withLock { inbox in
                if inbox.isStopped { return .stopped }
                if inbox.unfinished >= limits.transfers { return .busy }
                inbox.unfinished += 1
                inbox.new.append((request, caller))
                return nil
            }
            if let refusal { caller.resume(returning: .failed(refusal)) } else { curl_multi_wakeup(multi) }
        }
    }

    private func run() {
        // TLS may write to a connection that its peer has closed. The write then fails without ending the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        var running: [UnsafeMutableRawPointer: Running] = [:]
        var nextLook = ContinuousClock.now
        let connecting = ConnectingTransfers()
        while let new = takeNew() {
            for (request, caller) in new {
                guard let transfer = OutboundTransfer(request, settings: settings, connecting: connecting),
                    curl_multi_add_handle(multi, transfer.handle) == CURLM_OK
                else {
                    end(caller, .failed(.unreachable))
                    continue
                }
                running[transfer.handle] = Running(
                    transfer: transfer, deadline: .now + settings.timeLimit, caller: caller)
            }
            var count: Int32 = 0
            let isWell = curl_multi_perform(multi, &count) == CURLM_OK
            while let (handle, code) = nextEnded() {
                guard let ended = running[handle] else { continue }
                finish(ended, ended.transfer.outcome(code), in: &running)
            }
            // A socket that was opened just now isn't connected yet, so that the limit comes in time.
            if limits.startsSlowly { allow(streams: connecting.count > 0 ? 1 : Self.mostStreams) }
            let now = ContinuousClock.now
            if now >= nextLook || !isWell {
                nextLook = now + .milliseconds(Int(Self.deadlineInterval))
                for late in running.values where late.deadline <= now || !isWell {
                    finish(late, .failed(isWell ? .timedOut : .malformed), in: &running)
                }
            }
            curl_multi_poll(
                multi, nil, 0, running.isEmpty ? Self.longestSleep : Self.deadlineInterval, nil)
        }
        for left in running.values { finish(left, .failed(.stopped), in: &running) }
    }

    private func allow(streams: Int) { cc_multi_set_long(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, streams) }

    private func finish(
        _ ended: Running, _ outcome: TransferOutcome, in running: inout [UnsafeMutableRawPointer: Running]
    ) {
        running[ended.transfer.handle] = nil
        curl_multi_remove_handle(multi, ended.transfer.handle)
        end(ended.caller, outcome)
    }

    private func end(_ caller: Caller, _ outcome: TransferOutcome) {
        inbox.withLock { $0.unfinished -= 1 }
        caller.resume(returning: outcome)
    }

    /// Returns the requests that came since the last call; nil when the thread has to end and none is left.
    private func takeNew() -> [(OutboundRequest, Caller)]? {
        inbox.withLock { inbox in
            defer { inbox.new = [] }
            return inbox.isStopped && inbox.new.isEmpty ? nil : inbox.new
        }
    }

    private func nextEnded() -> (UnsafeMutableRawPointer, CURLcode)? {
        var waiting: Int32 = 0
        while let message = curl_multi_info_read(multi, &waiting) {
            // The message is invalid once its transfer is removed.
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else {
                continue
            }
            return (handle, message.pointee.data.result)
        }
        return nil
    }
}

/// Settings of transfers, which are the same for all receivers.
package struct TransferSettings: Sendable {
    package var policy = DestinationPolicy()
    /// Longest time for the whole transfer: resolving, connecting, sending and the answer. Other senders of webhooks
    /// wait for 5 to 30 s.
    package var timeLimit = Duration.seconds(10)
    /// Path of a PEM file with the trusted certificate authorities; nil for the system's authorities.
    package var authorities: String?
    package var userAgent = "TypeSafe"

    package init() {}
}

/// What came of a transfer.
package enum TransferOutcome: Sendable, Equatable {
    case answered(OutboundAnswer)
    case failed(TransferFailure)
}

package struct OutboundAnswer: Sendable, Equatable {
    package let status: Int
    /// The wait of the Retry-After field; nil where there is none.
    package let retryAfter: Duration?
    /// The beginning of the content, `OutboundRequest.mostContent` bytes at most.
    package let content: [UInt8]
    /// The ETag field, by which a later request asks whether there is something new; nil where there is none.
    package let tag: String?
}

package enum TransferFailure: Error, Sendable, Equatable {
    /// The policy forbids every address that the host's name has.
    case forbiddenAddress
    case unresolved
    case unreachable
    /// The TLS handshake failed, or the certificate isn't trusted.
    case insecure
    case timedOut
    /// The answer wasn't HTTP, or its end was missing.
    case malformed
    /// The sender has as many transfers as it takes.
    case busy
    /// The sender has been stopped.
    case stopped

    /// A few words for logs and lists. They never come from the receiver.
    package var summary: String {
        switch self {
        case .forbiddenAddress: "forbidden address"
        case .unresolved: "name not found"
        case .unreachable: "unreachable"
        case .insecure: "TLS failed"
        case .timedOut: "timed out"
        case .malformed: "no HTTP answer"
        case .busy: "busy"
        case .stopped: "stopped"
        }
    }
}
