#if os(Linux)
    import CCurl
    import Foundation
    import FoundationNetworking

    /// Sends requests by libcurl. URLSession on Linux takes a core while it waits: see docs/adr/0013-client-over-libcurl.md.
    final class CurlTransport: HTTPTransport {
        /// The thread, which starts with the first request. libcurl and TLS take megabytes of memory, which an idle client
        /// doesn't need.
        private let thread = Lock<CurlThread?>(nil)
        private let unixSocket: String?
        private let connections: Int

        init(unixSocket: String?, connections: Int) {
            self.unixSocket = unixSocket
            self.connections = connections
        }

        deinit { thread.withLock { $0?.stop() } }

        private func startedThread() -> CurlThread? {
            thread.withLock { thread in
                if thread == nil { thread = CurlThread.start(connections: connections) }
                return thread
            }
        }

        func send(
            _ request: URLRequest, connect: Duration, deadline: ContinuousClock.Instant,
            receiver: BodyReceiver?
        ) async throws(TransportFailure) -> TransportResponse {
            let limits = CurlTransfer.Limits(connect: min(.now + connect, deadline), answer: deadline)
            guard let thread = startedThread(),
                let transfer = CurlTransfer(request, unixSocket: unixSocket, limits, receiver)
            else {
                throw .transport(.unknown)
            }
            do {
                return try await withTaskCancellationHandler {
                    try await withCheckedThrowingContinuation { thread.start(transfer, $0) }
                } onCancel: {
                    thread.cancel(transfer)
                }
            } catch {
                throw error as? TransportFailure ?? .transport(.unknown)
            }
        }
    }

    /// The thread on which libcurl sends all requests of a client and keeps the connections between them. It sleeps in
    /// `curl_multi_poll` until a connection has something to do, a time limit ends, or another thread wakes it.
    ///
    /// It is sound to share because `running` belongs to the thread, and `curl_multi_wakeup` is the only function of libcurl
    /// that other threads call with this handle.
    final class CurlThread: @unchecked Sendable {
        private struct Inbox {
            var new: [CurlTransfer] = []
            var isStopped = false
        }

        /// Whether libcurl could be made ready, which happens once in a process.
        private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

        private let multi: UnsafeMutableRawPointer
        private let inbox = Lock(Inbox())
        private var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]

        private init(_ multi: UnsafeMutableRawPointer) {
            self.multi = multi
        }

        deinit { curl_multi_cleanup(multi) }

        static func start(connections: Int) -> CurlThread? {
            guard isLibraryReady, let multi = curl_multi_init() else { return nil }
            let thread = CurlThread(multi)
            cc_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, connections)
            Thread.detachNewThread { thread.run() }
            return thread
        }

        func stop() {
            inbox.withLock { $0.isStopped = true }
            curl_multi_wakeup(multi)
        }

        func start(_ transfer: CurlTransfer, _ caller: CheckedContinuation<TransportResponse, any Error>) {
            transfer.caller = caller
            inbox.withLock { $0.new.append(transfer) }
            curl_multi_wakeup(multi)
        }

        func cancel(_ transfer: CurlTransfer) {
            transfer.cancel()
            curl_multi_wakeup(multi)
        }

        private func run() {
            // TLS may write to a connection that its peer has closed. The write then fails without ending the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            while let new = takeNew() {
                for transfer in new {
                    running[transfer.handle] = transfer
                    curl_multi_add_handle(multi, transfer.handle)
                }
                var count: Int32 = 0
                let code = curl_multi_perform(multi, &count)
                finishEnded()
                let now = ContinuousClock.now
                for transfer in running.values {
                    let failure = code == CURLM_OK ? transfer.failure(at: now) : .transport(.unknown)
                    if let failure { finish(transfer, .failure(failure)) }
                }
                curl_multi_poll(multi, nil, 0, sleep(from: now), nil)
            }
            for transfer in running.values { finish(transfer, .failure(.cancelled)) }
        }

        /// Returns the requests that were started since the last call; nil when the client is gone.
        private func takeNew() -> [CurlTransfer]? {
            inbox.withLock { inbox in
                guard !inbox.isStopped else { return nil }
                defer { inbox.new = [] }
                return inbox.new
            }
        }

        private func finishEnded() {
            var waiting: Int32 = 0
            while let message = curl_multi_info_read(multi, &waiting) {
                // The message is invalid once its request is removed.
                let (handle, code) = (message.pointee.easy_handle, message.pointee.data.result)
                guard message.pointee.msg == CURLMSG_DONE, let handle, let transfer = running[handle] else {
                    continue
                }
                finish(transfer, transfer.result(code))
            }
        }

        private func finish(_ transfer: CurlTransfer, _ result: Result<TransportResponse, TransportFailure>) {
            curl_multi_remove_handle(multi, transfer.handle)
            running[transfer.handle] = nil
            transfer.caller?.resume(with: result.mapError { $0 })
        }

        /// Returns the milliseconds until the next time limit, rounded up, so that the thread never wakes before it.
        private func sleep(from now: ContinuousClock.Instant) -> Int32 {
            guard let next = running.values.map({ $0.nextLimit(after: now) }).min() else { return .max }
            return Int32(clamping: Int((now.duration(to: next) / .milliseconds(1)).rounded(.up)))
        }
    }
#endif
