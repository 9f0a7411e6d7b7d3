extension StoreError {
    init(_ error: RedisError) {
        switch error {
        case .unavailable: self = .unavailable(.unreachable)
        case .tooManyCommands: self = .overloaded
        case .unexpectedReply: self = .rejected(code: 0)
        case .refused(let refusal):
            switch refusal.code {
            case "OOM": self = .unavailable(.full)
            // These end the connection, and the next one may lead to another server.
            case "READONLY", "LOADING", "MASTERDOWN": self = .unavailable(.unreachable)
            default: self = refusal.isPassing ? .unavailable(.inputOutput) : .rejected(code: 0)
            }
        }
    }
}
