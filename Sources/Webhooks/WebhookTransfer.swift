import CCurl
import Glibc
import Sockets

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

/// One POST request by libcurl. It follows no redirects, uses no proxy, and doesn't keep its connection for the next
/// request.
final class WebhookTransfer {
    /// Largest number of bytes that are read of an answer's content. They are dropped, because only the status counts.
    static let maxContent = 4_096
    /// Largest number of bytes that are read of an answer's head: twice the limit of common servers for all fields.
    static let maxHead = 16_384

    private let handle: UnsafeMutableRawPointer
    private var head: UnsafeMutablePointer<curl_slist>?
    private let callbacks: TransferCallbacks

    init?(to url: WebhookURL, fields: [(name: String, value: String)], settings: TransferSettings) {
        guard let handle = curl_easy_init() else { return nil }
        self.handle = handle
        callbacks = TransferCallbacks(policy: settings.policy, isEncrypted: url.isEncrypted)
        for field in fields {
            guard let longer = curl_slist_append(head, "\(field.name): \(field.value)") else { return nil }
            head = longer
        }
        guard configure(url, settings) else { return nil }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(head)
    }

    /// Sends the request. It blocks the calling thread, for the time limit at most.
    func post(_ body: [UInt8]) -> DeliveryOutcome {
        // libcurl reads the body in place and calls the callbacks only inside `curl_easy_perform`.
        let code = body.withUnsafeBytes { bytes in
            withExtendedLifetime(callbacks) {
                _ = cc_set_pointer(
                    handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
                _ = cc_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
                return curl_easy_perform(handle)
            }
        }
        return outcome(code)
    }

    private func outcome(_ code: CURLcode) -> DeliveryOutcome {
        let status = cc_status(handle)
        // The content may have been cut at its limit. Such an answer counts, because its status is known.
        if code == CURLE_OK || code == CURLE_WRITE_ERROR && callbacks.isCut && status >= 200 {
            switch status {
            case 200..<300: return .delivered
            case 410: return .gone
            default:
                let seconds = cc_retry_after(handle)
                return .refused(status: status, retryAfter: seconds > 0 ? .seconds(seconds) : nil)
            }
        }
        switch code {
        case CURLE_COULDNT_CONNECT: return callbacks.hasRefused ? .forbiddenAddress : .unreachable
        case CURLE_COULDNT_RESOLVE_HOST: return .unresolved
        case CURLE_OPERATION_TIMEDOUT: return .timedOut
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR:
            return .insecure
        default: return .malformed
        }
    }

    private func configure(_ url: WebhookURL, _ settings: TransferSettings) -> Bool {
        let milliseconds = max(1, Int(settings.timeLimit / .milliseconds(1)))
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_POST, 1), (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, milliseconds),
            (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_MAXREDIRS, 0), (CURLOPT_DISALLOW_USERNAME_IN_URL, 1),
            (CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1),
            (CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2), (CURLOPT_FORBID_REUSE, 1),
        ]
        var texts: [(CURLoption, String)] = [
            (CURLOPT_URL, url.text), (CURLOPT_PROTOCOLS_STR, url.isEncrypted ? "https" : "http"),
            // An empty text turns off the proxies that environment variables name.
            (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, settings.userAgent),
        ]
        if let authorities = settings.authorities { texts.append((CURLOPT_CAINFO, authorities)) }
        let context = Unmanaged.passUnretained(callbacks).toOpaque()
        let receivers: [(CURLoption, CURLoption, curl_write_callback)] = [
            (
                CURLOPT_WRITEFUNCTION, CURLOPT_WRITEDATA,
                { TransferCallbacks.at($3)?.takeContent($1 * $2) ?? 0 }
            ),
            (
                CURLOPT_HEADERFUNCTION, CURLOPT_HEADERDATA,
                { TransferCallbacks.at($3)?.takeHead($1 * $2) ?? 0 }
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

/// The callbacks of a transfer. libcurl calls them on the thread that runs the transfer.
private final class TransferCallbacks {
    private let policy: DestinationPolicy
    private let isEncrypted: Bool
    private var content = 0
    private var head = 0
    /// Whether the policy forbade an address of the receiver.
    private(set) var hasRefused = false
    /// Whether the answer's content exceeded `maxContent`, so that its end was dropped.
    private(set) var isCut = false

    init(policy: DestinationPolicy, isEncrypted: Bool) {
        self.policy = policy
        self.isEncrypted = isEncrypted
    }

    static func at(_ context: UnsafeMutableRawPointer?) -> TransferCallbacks? {
        context.map { Unmanaged<TransferCallbacks>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Counts bytes of the answer's content.
    /// - Returns: `count`, or 0 to make libcurl end the transfer.
    func takeContent(_ count: Int) -> Int {
        content += count
        isCut = content > WebhookTransfer.maxContent
        return isCut ? 0 : count
    }

    func takeHead(_ count: Int) -> Int {
        head += count
        return head > WebhookTransfer.maxHead ? 0 : count
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
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
            address.pointee.protocol)
    }
}
