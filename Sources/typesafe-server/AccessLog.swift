import HTTPServer

/// Writes a line to standard output for each answered request, and for each message that wasn't understood as a request.
struct AccessLog: Sendable {
    private let format: LogSettings.AccessFormat

    /// Returns nil if the format is `off`.
    init?(format: LogSettings.AccessFormat) {
        if format == .off { return nil }
        self.format = format
    }

    @Sendable
    func observe(_ event: ServerEvent) {
        let entry: AccessLogEntry
        switch event {
        case .exchangeEnded(let record): entry = AccessLogEntry(record)
        case .messageRefused(let status, let peer): entry = AccessLogEntry(refusedWith: status, peer: peer)
        default: return
        }
        LineWriter.standardOutput.write(format == .json ? entry.json : entry.combined)
    }
}
