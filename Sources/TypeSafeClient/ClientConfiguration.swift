public import Foundation

/// The address of a scan server, the credentials for it, and the limits on requests.
public struct ClientConfiguration: Sendable {
    /// The server's root as an http or https URL, such as `http://127.0.0.1:8080`. A path in it is put before the routes' paths.
    public var server: URL
    /// Path of the Unix socket at which the server listens; nil for the host and port of `server`. Only Linux supports it.
    public var unixSocket: String?
    /// API key, sent as `Authorization: Bearer …`; nil sends no such header.
    public var apiKey: String?
    /// Time limits for each call, with defaults for a nearby server.
    public var timeouts: Timeouts
    /// Rules for sending a request again after it failed.
    public var retries: RetryPolicy
    /// Largest number of connections to the server at once. An asynchronous scan that is followed takes one. The default of 6 is
    /// URLSession's on Apple's desktop systems.
    public var connections: Int
    /// DER-encoded certificates of authorities that are trusted in addition to the system's.
    ///
    /// Only Apple's systems support this. The client on Linux trusts the system's authorities and no others, so
    /// `ScanClient.init` throws there if the list isn't empty. On Linux, copy the certificate to
    /// `/usr/local/share/ca-certificates` and run `update-ca-certificates`.
    public var trustedAuthorities: [Data]
    /// Language of the answers, such as `fr` or `zh-Hant` (BCP 47), sent as `Accept-Language`; nil for the system's, on Linux for the
    /// server's.
    public var language: String?
    /// Value of the `User-Agent` header, by which a program can be recognised in the server's log.
    public var userAgent: String

    /// Creates a configuration. The defaults suit a server on the same machine or in the same network.
    public init(
        server: URL, unixSocket: String? = nil, apiKey: String? = nil, timeouts: Timeouts = Timeouts(),
        retries: RetryPolicy = RetryPolicy(), connections: Int = 6, trustedAuthorities: [Data] = [],
        language: String? = nil, userAgent: String = "typesafe-client/0.2.0"
    ) {
        self.server = server
        self.unixSocket = unixSocket
        self.apiKey = apiKey
        self.timeouts = timeouts
        self.retries = retries
        self.connections = connections
        self.trustedAuthorities = trustedAuthorities
        self.language = language
        self.userAgent = userAgent
    }

    /// The server's host and port for messages to a person.
    var place: String? {
        if let unixSocket { return unixSocket }
        return server.host.map { host in server.port.map { "\(host):\($0)" } ?? host }
    }

    /// Time limits for one call, including its retries.
    public struct Timeouts: Sendable, Equatable {
        /// Time from the start of an attempt until the server accepts the first byte of the body. An attempt without
        /// a body must be answered within this time; servers answer these requests from memory. The default of 4 s covers two lost SYN packets, which TCP repeats after 1 and 3 s
        /// (RFC 6298).
        public var connect: Duration
        /// Time from the call until its answer, including retries and the delays between them. A server stops reading an
        /// image after 10 s unless configured otherwise; the default of 30 s leaves room for its queue and for a retry.
        public var answer: Duration

        /// Creates time limits.
        public init(connect: Duration = .seconds(4), answer: Duration = .seconds(30)) {
            self.connect = connect
            self.answer = answer
        }
    }
}
