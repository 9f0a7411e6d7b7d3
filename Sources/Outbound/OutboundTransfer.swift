import CCurl
import Glibc
import SystemSupport

/// One request by libcurl. It follows no redirects and uses no proxy.
package final class OutboundTransfer {
    /// Largest number of bytes that are read of an answer's head: twice the limit of common servers for all fields.
    static let maxHead = 16_384
    /// Seconds for which an idle connection is used again. Apple takes it for an attack when connections come and go.
    private static let idleSeconds = 3_600

    let handle: UnsafeMutableRawPointer
    private var head: UnsafeMutablePointer<curl_slist>?
    private let callbacks: TransferCallbacks

    /// - Parameter connecting: counts the transfer from when it opens a connection until it is gone.
    package init?(
        _ request: OutboundRequest, settings: TransferSettings, connecting: ConnectingTransfers? = nil
    ) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        callbacks = TransferCallbacks(
            policy: settings.policy, isEncrypted: request.url.isEncrypted, mostContent: request.mostContent,
            connecting: connecting)
        for field in request.fields {
            guard let longer = curl_slist_append(head, "\(field.name): \(field.value)") else { return nil }
            head = longer
        }
        guard configure(request, settings), request.body.map(copy) ?? true else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(head)
    }

    /// Sends the request. It blocks the calling thread, for the time limit at most.
    package func perform() -> TransferOutcome { outcome(curl_easy_perform(handle)) }

    func outcome(_ code: CURLcode) -> TransferOutcome {
        let status = cc_status(handle)
        // The content may have been cut at its limit. Such an answer counts, because its status is known.
        if code == CURLE_OK || code == CURLE_WRITE_ERROR && callbacks.isCut && status >= 200 {
            let seconds = cc_retry_after(handle)
            return .answered(
                OutboundAnswer(
                    status: status, retryAfter: seconds > 0 ? .seconds(seconds) : nil,
                    content: callbacks.content, tag: callbacks.tag))
        }
        switch code {
        case CURLE_COULDNT_CONNECT: return .failed(callbacks.hasRefused ? .forbiddenAddress : .unreachable)
        case CURLE_COULDNT_RESOLVE_HOST: return .failed(.unresolved)
        case CURLE_OPERATION_TIMEDOUT: return .failed(.timedOut)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            return .failed(.insecure)
        default: return .failed(.malformed)
        }
    }

    private func copy(_ body: [UInt8]) -> Bool {
        body.withUnsafeBytes { bytes in
            // libcurl takes the bytes of an empty body for a text that ends with NUL.
            var none: UInt8 = 0
            return cc_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count) == CURLE_OK
                && withUnsafeMutablePointer(to: &none) { none in
                    cc_set_pointer(
                        handle, CURLOPT_COPYPOSTFIELDS,
                        bytes.baseAddress.map(UnsafeMutableRawPointer.init(mutating:))
                            ?? UnsafeMutableRawPointer(none))
                } == CURLE_OK
        }
    }

    private func configure(_ request: OutboundRequest, _ settings: TransferSettings) -> Bool {
        let milliseconds = max(1, Int(settings.timeLimit / .milliseconds(1)))
        var numbers: [(CURLoption, Int)] = [
            (request.body == nil ? CURLOPT_HTTPGET : CURLOPT_POST, 1), (CURLOPT_NOSIGNAL, 1),
            (CURLOPT_TIMEOUT_MS, milliseconds),
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_MAXREDIRS, 0), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2),
        ]
        switch request.connection {
        case .ownHTTP1:
            numbers += [(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1), (CURLOPT_FORBID_REUSE, 1)]
        case .shared:
            numbers += [
                (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS), (CURLOPT_PIPEWAIT, 1),
                (CURLOPT_MAXAGE_CONN, Self.idleSeconds), (CURLOPT_TCP_KEEPALIVE, 1),
            ]
        }
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, request.url.text),
            (CURLOPT_PROTOCOLS_STR, request.url.isEncrypted ? "https" : "http"),
            // An empty text turns off the proxies that environment variables name.
            (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, settings.userAgent),
        ]
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        let context = Unmanaged.passUnretained(callbacks).toOpaque()
        let receivers: [(CURLoption, CURLoption, curl_write_callback)] = [
            (
                CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA,
                { TransferCallbacks.at($3)?.takeContent($0, $1 * $2) ?? 0 }
            ),
            (
                CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA,
                { TransferCallbacks.at($3)?.takeHead($0, $1 * $2) ?? 0 }
            ),
        ]
        var codes = numbers.map { cc_set_long(handle, $0, $1) } + texts.map { cc_set_string(handle, $0, $1) }
        for (option, contextOption, function) in receivers {
            codes += [
                cc_set_receiver(handle, option, function), cc_set_pointer(handle, contextOption, context),
            ]
        }
        codes += [
            cc_set_open_socket(
                handle, { TransferCallbacks.at($0)?.open($2, purpose: $1) ?? CURL_SOCKET_BAD }),
            cc_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context),
            cc_set_pointer(handle, CURLOPT_HTTPHEADER, head),
        ]
        return codes.allSatisfy { $0 == CURLE_OK }
    }
}

/// Counts the running transfers of a thread that have opened a connection of their own, which hasn't carried an answer yet.
package final class ConnectingTransfers {
    fileprivate(set) var count = 0
}

/// The callbacks of a transfer. libcurl calls them on the thread that runs the transfer.
private final class TransferCallbacks {
    private let policy: DestinationPolicy
    private let isEncrypted: Bool
    private let mostContent: Int
    private let connecting: ConnectingTransfers?
    private var isConnecting = false
    /// The answer's content, as far as it is kept.
    private(set) var content: [UInt8] = []
    private var head = 0
    /// The value of the answer's ETag field.
    private(set) var tag: String?
    /// Whether the policy forbade an address of the receiver.
    private(set) var hasRefused = false
    /// Whether the answer's content exceeded `mostContent`, so that its end was dropped.
    private(set) var isCut = false

    init(
        policy: DestinationPolicy, isEncrypted: Bool, mostContent: Int, connecting: ConnectingTransfers?
    ) {
        self.mostContent = mostContent
        self.policy = policy
        self.connecting = connecting
        self.isEncrypted = isEncrypted
    }

    deinit { if isConnecting { connecting?.count -= 1 } }

    static func at(_ context: UnsafeMutableRawPointer?) -> TransferCallbacks? {
        context.map { Unmanaged<TransferCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Keeps bytes of the answer's content.
    /// - Returns: `count`, or 0 to make libcurl end the transfer.
    func takeContent(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let room = mostContent - content.count
        content += UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : min(count, room))
        isCut = count > room
        return isCut ? 0 : count
    }

    /// libcurl calls this with one line after another.
    func takeHead(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        head += count
        let line = String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), as: UTF8.self)
        let name = "etag:"
        if line.prefix(name.count).lowercased() == name {
            tag = String(
                line.dropFirst(name.count).trimmingPrefix { $0 == " " }.prefix { $0 != "\r\n" && $0 != "\n" })
        }
        return head > OutboundTransfer.maxHead ? 0 : count
    }

    /// Opens the socket if the policy permits the address.
    /// - Parameter address: an address that the name resolved to. libcurl connects the socket to exactly this one.
    func open(_ address: UnsafeMutablePointer<curl_sockaddr>?, purpose: curlsocktype) -> curl_socket_t {
        guard purpose == CURLSOCKTYPE_IPCXN, let address,
            let place = MemoryLayout<curl_sockaddr>.offset(of: \.addr)
        else { return CURL_SOCKET_BAD }
        let bytes = UnsafeRawBufferPointer(
            start: UnsafeRawPointer(address) + place, count: Int(address.pointee.addrlen))
        guard let ip = IPAddress(socketAddress: bytes), policy.permits(ip, isEncrypted: isEncrypted) else {
            hasRefused = true
            return CURL_SOCKET_BAD
        }
        if !isConnecting {
            isConnecting = true
            connecting?.count += 1
        }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
    }
}
