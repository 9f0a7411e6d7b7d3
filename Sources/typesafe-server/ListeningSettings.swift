import Foundation
import HTTP1
import HTTPServer

/// Where the server listens, and what it bears from its clients.
struct ListeningSettings {
    let address: String
    let port: UInt16
    let server: ServerConfiguration
    let shutdownTimeout: Duration

    init(_ values: SettingValues) throws(SettingsError) {
        address = values.text(.address) ?? ""
        port = UInt16(try values.number(.port, 0...65_535))
        shutdownTimeout = try values.seconds(.shutdownTimeout, 0...3_600)
        // The readers need the processor more than the connections do.
        let defaultLoops = min(4, max(1, ProcessInfo.processInfo.activeProcessorCount / 2))
        var server = ServerConfiguration(
            eventLoops: try values.number(.eventLoops, 1...64, default: defaultLoops))
        server.maxConnections = try values.number(.connectionLimit, 1...1_000_000)
        server.maxConnectionsPerAddress = try values.number(.connectionsPerAddress, 1...1_000_000)
        server.maxRequestsPerConnection = try values.number(.requestsPerConnection, 1...Int(Int32.max))
        server.limits.requestLine = try values.number(.requestLineLimit, 64...1 << 20)
        server.limits.fieldBytes = try values.number(.headerLimit, 64...1 << 20)
        server.limits.fieldCount = try values.number(.headerCount, 1...10_000)
        server.headerTimeout = try values.seconds(.headerTimeout, 1...3_600)
        server.idleTimeout = try values.seconds(.idleTimeout, 1...3_600)
        server.bodyTimeout = try values.seconds(.bodyTimeout, 1...3_600)
        server.writeTimeout = try values.seconds(.writeTimeout, 1...3_600)
        server.minimumRate = try values.number(.minimumRate, 1...1 << 30)
        self.server = server
    }

    static let all: [Setting] = [
        .address, .port, .eventLoops, .connectionLimit, .connectionsPerAddress, .requestsPerConnection,
        .requestLineLimit, .headerLimit, .headerCount, .headerTimeout, .idleTimeout, .bodyTimeout,
        .writeTimeout, .minimumRate, .shutdownTimeout,
    ]
}

extension Setting {
    static let address = Setting(
        "address", default: "127.0.0.1", "IPv4 or IPv6 address to listen on, :: for both, or unix:/path")
    static let port = Setting("port", default: "8080", "TCP port; 0 takes a free one")
    fileprivate static let eventLoops = Setting(
        "event-loops", default: nil, "threads that serve connections [half the cores, 1 to 4]")
    fileprivate static let connectionLimit = Setting(
        "connection-limit", default: "1024", "connections at once; more get a 503")
    fileprivate static let connectionsPerAddress = Setting(
        "connections-per-address", default: "256", "of them, from one IPv4 address or IPv6 /64")
    fileprivate static let requestsPerConnection = Setting(
        "requests-per-connection", default: "100000", "requests after which a connection is closed")
    fileprivate static let requestLineLimit = Setting(
        "request-line-limit", default: "8192", "longest request line, in bytes")
    fileprivate static let headerLimit = Setting(
        "header-limit", default: "32768", "all header fields of a request together, in bytes")
    fileprivate static let headerCount = Setting(
        "header-count", default: "100", "header fields of a request")
    fileprivate static let headerTimeout = Setting(
        "header-timeout", default: "10", "seconds from a request's first byte to its whole header")
    fileprivate static let idleTimeout = Setting(
        "idle-timeout", default: "15", "seconds between two requests of a connection")
    fileprivate static let bodyTimeout = Setting(
        "body-timeout", default: "10", "seconds that a body may pause or fall behind the minimum rate")
    fileprivate static let writeTimeout = Setting(
        "write-timeout", default: "15", "seconds that a client may fall behind in taking an answer")
    fileprivate static let minimumRate = Setting(
        "minimum-rate", default: "1024", "bytes a second, of bodies and of answers")
    fileprivate static let shutdownTimeout = Setting(
        "shutdown-timeout", default: "10", "seconds that running requests get after SIGTERM")
}
