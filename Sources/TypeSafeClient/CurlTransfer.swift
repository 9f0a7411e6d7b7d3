#if os(Linux)
    import CCurl
    import Foundation
    import FoundationNetworking

    /// One request by libcurl, and what was received for it so far.
    ///
    /// It is sound to share because `CurlThread` takes it over through a lock, and uses it alone from then on. Others only
    /// set `isCancelled`.
    final class CurlTransfer: @unchecked Sendable {
        struct Limits {
            /// The time at which the server must have accepted the first byte.
            var connect: ContinuousClock.Instant
            /// The time at which the complete response must be there.
            var answer: ContinuousClock.Instant
        }

        /// Seconds of silence after which the kernel asks the server's, and seconds between two questions. After nine without an
        /// answer, which is Linux's number, the connection is lost: here after two and a half minutes.
        private static let keepAliveSeconds = 15

        let handle: UnsafeMutableRawPointer
        var caller: CheckedContinuation<TransportResponse, any Error>?
        private let url: URL
        private let limits: Limits
        private let receiver: BodyReceiver?
        private let isCancelled = Lock(false)
        private var fields: UnsafeMutablePointer<curl_slist>?
        /// A copy of the request's body, because libcurl reads it in place.
        private let content: UnsafeMutableRawBufferPointer

        private var head: [String: String] = [:]
        private var body = Data()
        /// Number of bytes that were received, with the head's.
        private var received = 0
        private var isTooLarge = false

        init?(_ request: URLRequest, unixSocket: String?, _ limits: Limits, _ receiver: BodyReceiver?) {
            guard let url = request.url, let handle = curl_easy_init() else { return nil }
            self.url = url
            self.handle = handle
            self.limits = limits
            self.receiver = receiver
            let body = request.httpBody ?? Data()
            content = .allocate(byteCount: body.count, alignment: 1)
            content.copyBytes(from: body)
            guard configure(request, unixSocket) else { return nil }
        }

        deinit {
            curl_easy_cleanup(handle)
            curl_slist_free_all(fields)
            content.deallocate()
        }

        private func configure(_ request: URLRequest, _ unixSocket: String?) -> Bool {
            var lines = (request.allHTTPHeaderFields ?? [:]).map { "\($0): \($1)" }
            // A field without a value isn't sent. libcurl would ask whether to send a large picture, and wait for a second.
            lines.append("Expect:")
            for line in lines {
                guard let longer = curl_slist_append(fields, line) else { return false }
                fields = longer
            }
            let method = request.httpMethod ?? "GET"
            let context = Unmanaged.passUnretained(self).toOpaque()
            var codes = [
                cc_set_string(handle, CURLOPT_URL, url.absoluteString),
                cc_set_long(handle, CURLOPT_NOSIGNAL, 1), cc_set_long(handle, CURLOPT_FOLLOWLOCATION, 0),
                // A stream of events is silent for long. So the kernel finds out whether the server's machine is still there.
                cc_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1),
                cc_set_long(handle, CURLOPT_TCP_KEEPIDLE, CurlTransfer.keepAliveSeconds),
                cc_set_long(handle, CURLOPT_TCP_KEEPINTVL, CurlTransfer.keepAliveSeconds),
                // An empty text stands for all encodings that libcurl can undo.
                cc_set_string(handle, CURLOPT_ACCEPT_ENCODING, ""),
                cc_set_pointer(handle, CURLOPT_HTTPHEADER, fields),
                cc_set_receiver(handle, CURLOPT_WRITEFUNCTION) {
                    CurlTransfer.at($3)?.receive(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) ?? 0
                },
                cc_set_pointer(handle, CURLOPT_WRITEDATA, context),
                cc_set_receiver(handle, CURLOPT_HEADERFUNCTION) {
                    CurlTransfer.at($3)?.receiveHead(UnsafeRawBufferPointer(start: $0, count: $1 * $2)) ?? 0
                },
                cc_set_pointer(handle, CURLOPT_HEADERDATA, context),
            ]
            if let unixSocket {
                codes += [
                    cc_set_string(handle, CURLOPT_UNIX_SOCKET_PATH, unixSocket),
                    // An empty text means that no proxy is used, whatever the environment says.
                    cc_set_string(handle, CURLOPT_PROXY, ""),
                ]
            }
            if request.httpBody != nil || method == "POST" {
                codes += [
                    cc_set_long(handle, CURLOPT_POST, 1),
                    cc_set_long(handle, CURLOPT_POSTFIELDSIZE, content.count),
                    cc_set_pointer(handle, CURLOPT_POSTFIELDS, content.baseAddress),
                ]
            }
            if method != "GET" && method != "POST" {
                codes.append(cc_set_string(handle, CURLOPT_CUSTOMREQUEST, method))
            }
            return codes.allSatisfy { $0 == CURLE_OK }
        }

        private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        func cancel() {
            isCancelled.withLock { $0 = true }
        }

        private var isConnected: Bool { received > 0 || cc_uploaded(handle) > 0 }

        /// Returns why the request must end now, before its response is complete; nil where it may go on.
        func failure(at now: ContinuousClock.Instant) -> TransportFailure? {
            if isCancelled.withLock({ $0 }) { return .cancelled }
            if now >= limits.answer { return .answerTimeout }
            return now >= limits.connect && !isConnected ? .connectTimeout : nil
        }

        /// Returns when `failure` must be asked again.
        func nextLimit(after now: ContinuousClock.Instant) -> ContinuousClock.Instant {
            now < limits.connect ? limits.connect : limits.answer
        }

        /// - Returns: the number of bytes that were taken; any other than all makes libcurl end the request.
        private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
            received += bytes.count
            isTooLarge = received > TransportLimits.response
            if isTooLarge { return 0 }
            let piece = Data(bytes)
            body.append(piece)
            receiver?(piece)
            return bytes.count
        }

        /// Takes one line of a head. An interim response (1xx) has a head of its own before the last one.
        private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Int {
            received += bytes.count
            isTooLarge = received > TransportLimits.response
            if isTooLarge { return 0 }
            let line = String(decoding: bytes, as: UTF8.self)
            if line.hasPrefix("HTTP/") { head = [:] }
            if let colon = line.firstIndex(of: ":") {
                let value = line[line.index(after: colon)...]
                head[String(line[..<colon])] = value.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            return bytes.count
        }

        /// Returns the result of a request that libcurl ended.
        func result(_ code: CURLcode) -> Result<TransportResponse, TransportFailure> {
            if isTooLarge { return .failure(.tooLarge) }
            guard code == CURLE_OK else { return .failure(.transport(Self.errorCode(code))) }
            let response = HTTPURLResponse(
                url: url, statusCode: cc_status(handle), httpVersion: nil, headerFields: head)
            guard let response else { return .failure(.transport(.badServerResponse)) }
            return .success((response, body))
        }

        private static func errorCode(_ code: CURLcode) -> URLError.Code {
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .cannotFindHost
            case CURLE_COULDNT_CONNECT: .cannotConnectToHost
            case CURLE_OPERATION_TIMEDOUT: .timedOut
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_ISSUER_ERROR:
                .secureConnectionFailed
            // The second one is a response that isn't HTTP/1.0 or later.
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
                .cannotParseResponse
            default: .networkConnectionLost
            }
        }
    }
#endif
