public import Foundation

/// Where the scan server is and how it is spoken to.
public struct ClientConfiguration: Sendable {
    /// The server's root, such as `http://127.0.0.1:8080`; a path before the routes is kept.
    public var server: URL
    /// Sent as `Authorization: Bearer …`; nil sends nothing.
    public var apiKey: String?
    /// How long is waited.
    public var timeouts: Timeouts
    /// When and how often a request is sent again.
    public var retries: RetryPolicy
    /// Certificates, each as DER, of authorities that are trusted besides the system's.
    ///
    /// Apple's systems only: URLSession on Linux takes its authorities from the system's store and from nowhere else. There,
    /// `ScanClient.init` refuses a list that isn't empty; put the authority's certificate into
    /// `/usr/local/share/ca-certificates` and run `update-ca-certificates` instead.
    public var trustedAuthorities: [Data]
    /// Names the program in the server's log.
    public var userAgent: String

    /// Makes a configuration; all but the server have defaults that suit a server nearby.
    public init(
        server: URL, apiKey: String? = nil, timeouts: Timeouts = Timeouts(),
        retries: RetryPolicy = RetryPolicy(), trustedAuthorities: [Data] = [],
        userAgent: String = "typesafe-client/0.1.0"
    ) {
        self.server = server
        self.apiKey = apiKey
        self.timeouts = timeouts
        self.retries = retries
        self.trustedAuthorities = trustedAuthorities
        self.userAgent = userAgent
    }

    /// How long a call may take.
    public struct Timeouts: Sendable, Equatable {
        /// From the start of each attempt until the server takes the first byte of the body. URLSession doesn't say when a
        /// request without a body is connected; those, which are answered from memory, have this long for the whole attempt.
        public var connect: Duration
        /// From the call until its answer is there, retries and waits between them included.
        public var answer: Duration

        /// Makes limits.
        public init(connect: Duration = .seconds(4), answer: Duration = .seconds(30)) {
            self.connect = connect
            self.answer = answer
        }
    }
}
