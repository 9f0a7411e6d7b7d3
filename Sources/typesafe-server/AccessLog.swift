import HTTPServer

/// Writes a line to standard output for each answered request, and for each message that wasn't understood as a request.
struct AccessLog: Sendable {
    private let format: LogSettings.AccessFormat
    private let route: @Sendable (RequestHead) -> String?

    /// Returns nil if the format is `off`.
    /// - Parameter route: returns the pattern of a request's route; nil if it names none.
    init?(format: LogSettings.AccessFormat, route: @escaping @Sendable (RequestHead) -> String?) {
        if format == .off { return nil }
        self.format = format
        self.route = route
    }

    @Sendable
    func observe(_ event: ServerEvent) {
        let entry: AccessLogEntry
        switch event {
        case .exchangeEnded(let record): entry = AccessLogEntry(record, route: route(record.head))
        case .messageRefused(let status, let peer): entry = AccessLogEntry(refusedWith: status, peer: peer)
        default: return
        }
        LineWriter.standardOutput.write(format == .json ? entry.json : entry.combined)
    }
}
