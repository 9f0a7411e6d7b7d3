import Configuration

/// Every setting of the server, once: its flag, its environment variable, its default and its meaning come from
/// here, and so does the table that `--help` prints.
enum Setting: String, CaseIterable {
    case address
    case port
    case bodyLimit = "body-limit"
    case pixelLimit = "pixel-limit"
    case languages
    case tessdata
    case rules
    case lexicon
    case readers
    case readerMemory = "reader-memory"
    case readerRecycle = "reader-recycle"
    case scanTimeout = "scan-timeout"
    case queueLimit = "queue-limit"
    case queueAge = "queue-age"
    case eventLoops = "event-loops"
    case connectionLimit = "connection-limit"
    case connectionsPerAddress = "connections-per-address"
    case requestsPerConnection = "requests-per-connection"
    case requestLineLimit = "request-line-limit"
    case headerLimit = "header-limit"
    case headerCount = "header-count"
    case partLimit = "part-limit"
    case headerTimeout = "header-timeout"
    case idleTimeout = "idle-timeout"
    case bodyTimeout = "body-timeout"
    case writeTimeout = "write-timeout"
    case minimumRate = "minimum-rate"
    case shutdownTimeout = "shutdown-timeout"
    case logLevel = "log-level"
    case logFormat = "log-format"
    case accessLog = "access-log"

    var flag: String { "--" + rawValue }

    var environmentVariable: String {
        "TYPESAFE_" + rawValue.uppercased().replacing("-", with: "_")
    }

    /// As swift-configuration names it; the environment provider turns it into `environmentVariable`.
    var key: ConfigKey { ConfigKey(["typesafe"] + rawValue.split(separator: "-").map(String.init)) }

    /// nil where the server finds the value itself.
    var defaultValue: String? {
        switch self {
        case .address: "127.0.0.1"
        case .port: "8080"
        case .bodyLimit: "15728640"
        case .pixelLimit: "40000000"
        case .languages: "eng"
        case .tessdata, .rules, .lexicon, .readers, .eventLoops: nil
        case .readerMemory: "1024"
        case .readerRecycle: "500"
        case .scanTimeout: "10"
        case .queueLimit: "32"
        case .queueAge: "5"
        case .connectionLimit: "1024"
        case .connectionsPerAddress: "256"
        case .requestsPerConnection: "100000"
        case .requestLineLimit: "8192"
        case .headerLimit: "32768"
        case .headerCount: "100"
        case .partLimit: "32"
        case .headerTimeout: "10"
        case .idleTimeout: "15"
        case .bodyTimeout: "10"
        case .writeTimeout: "15"
        case .minimumRate: "1024"
        case .shutdownTimeout: "10"
        case .logLevel: "info"
        case .logFormat: "text"
        case .accessLog: "off"
        }
    }

    var meaning: String {
        switch self {
        case .address: "IPv4 or IPv6 address to listen on, :: for both, or unix:/path"
        case .port: "TCP port; 0 takes a free one"
        case .bodyLimit: "largest request body, in bytes"
        case .pixelLimit: "largest picture, in pixels"
        case .languages:
            "Tesseract languages read first when a scan names none, joined by +; other installed ones are tried where these don't fit"
        case .tessdata: "directory with *.traineddata [Tesseract's own]"
        case .rules: "directory with the rules [shipped]"
        case .lexicon: "directory with the lexicon [shipped]"
        case .readers: "reader processes: pictures read at once [processor cores]"
        case .readerMemory: "memory of each reader process, in MiB"
        case .readerRecycle: "pictures after which a reader process is replaced"
        case .scanTimeout: "seconds until the reading of a picture is stopped"
        case .queueLimit: "scans that may wait for a reader; more are refused with 503"
        case .queueAge: "seconds that a scan may wait for a reader before it is refused with 503"
        case .eventLoops: "threads that serve connections [half the cores, 1 to 4]"
        case .connectionLimit: "connections at once; more get a 503"
        case .connectionsPerAddress: "of them, from one IPv4 address or IPv6 /64"
        case .requestsPerConnection: "requests after which a connection is closed"
        case .requestLineLimit: "longest request line, in bytes"
        case .headerLimit: "all header fields of a request together, in bytes"
        case .headerCount: "header fields of a request"
        case .partLimit: "parts of a form"
        case .headerTimeout: "seconds from a request's first byte to its whole header"
        case .idleTimeout: "seconds between two requests of a connection"
        case .bodyTimeout: "seconds that a body may pause or fall behind the minimum rate"
        case .writeTimeout: "seconds that a client may fall behind in taking an answer"
        case .minimumRate: "bytes a second, of bodies and of answers"
        case .shutdownTimeout: "seconds that running requests get after SIGTERM"
        case .logLevel: "trace, debug, info, notice, warning, error or critical"
        case .logFormat: "text or json"
        case .accessLog: "off, or a line a request on standard output: combined or json"
        }
    }

    /// The table for `--help`.
    static var table: String {
        let rows = allCases.map { setting in
            [setting.flag, setting.environmentVariable, setting.defaultValue ?? "-", setting.meaning]
        }
        let header = ["flag", "environment", "default", "meaning"]
        let widths = (0..<3).map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        return ([header] + rows).map { row in
            "  " + (0..<3).map { row[$0].padding(to: widths[$0]) }.joined(separator: "  ") + "  " + row[3]
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
