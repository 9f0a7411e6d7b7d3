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

/// Optional data that is sent along with an image or a text.
public struct ScanOptions: Sendable, Equatable {
    /// Session under which the server may store the result; with nil it stores nothing.
    public var session: UUID?
    /// Country of the user as ISO 3166-1 alpha-2, such as `GB`. It selects the places to report a scam to.
    public var country: String?
    /// Languages to recognise, as Tesseract codes joined by `+`, such as `eng+deu`; with nil the server detects them. Images
    /// only.
    public var languages: String?
    /// Text that the caller recognised on the image; the server uses it where it finds none itself. Images only.
    public var ocrText: String?
    /// Whether several images are in the conversation's order; else the server finds it. Images only.
    public var keepsOrder = false
    /// Whether nobody waits for the answer. Servers that share their work then do all scans first for which somebody does. Scans
    /// without an open connection only.
    public var isBatch = false
    /// Identifier of the app that a text comes from, such as `com.apple.MobileSMS`. Texts only.
    public var appBundle: String?
    /// Name of the request, of up to 64 letters, digits, `-` and `_`. The server carries out the same request under the same
    /// name once, as long as it remembers it. With nil, each call has a name of its own.
    public var idempotencyKey: String?

    /// Creates options. An option that is left out isn't sent.
    public init(
        session: UUID? = nil, country: String? = nil, languages: String? = nil, ocrText: String? = nil,
        appBundle: String? = nil, idempotencyKey: String? = nil
    ) {
        self.session = session
        self.country = country
        self.languages = languages
        self.ocrText = ocrText
        self.appBundle = appBundle
        self.idempotencyKey = idempotencyKey
    }
}

/// Rules for sending a request again after it failed.
///
/// A request is repeated where it can't take effect twice: where no connection was made, and after a 429 or 503, by which the
/// server says that it didn't act on the request. Where the connection was lost, the server may have acted on it. Scans carry
/// an `Idempotency-Key` that is the same in every attempt, so they are repeated then too.
public struct RetryPolicy: Sendable, Equatable {
    /// Largest number of attempts, including the first. The default is 3.
    public var attempts: Int
    /// Delay before the second attempt; it doubles for each further attempt. The default is 250 ms, about twice the
    /// duration of a scan (Benchmarks/desktop).
    public var firstDelay: Duration
    /// Longest delay, unless the server's `Retry-After` asks for more. The default of 5 s fits several times into the
    /// default limit of 30 s for a call.
    public var maxDelay: Duration

    /// Creates a policy.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(250), maxDelay: Duration = .seconds(5)
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.maxDelay = maxDelay
    }

    /// A policy that sends every request once.
    public static let never = RetryPolicy(attempts: 1)

    /// Largest number of doublings of `firstDelay`, so that the factor fits an `Int`.
    private static let doublingLimit = 30

    /// Returns the delay after the failed attempt number `attempt` (1…): a random share between half and all of the
    /// exponential backoff, so that clients that failed together don't retry together. It is never shorter than the delay
    /// that the server asked for.
    func delay(
        after attempt: Int, asked: Duration?, using generator: inout some RandomNumberGenerator
    ) -> Duration {
        let doublings = min(max(attempt - 1, 0), Self.doublingLimit)
        let backoff = min(firstDelay * (1 << doublings), maxDelay)
        let jittered = backoff * Double.random(in: 0.5...1, using: &generator)
        guard let asked else { return jittered }
        return asked + jittered / 2
    }
}
