import Redis
import Storage

extension StoreError {
    init(_ error: RedisError) {
        switch error {
        case .unavailable: self = .unavailable(.unreachable)
        case .tooManyCommands: self = .overloaded
        case .unexpectedReply: self = .rejected(code: 0)
        case .refused(let refusal):
            switch refusal.code {
            case "OOM": self = .unavailable(.full)
            case "MISCONF": self = .unavailable(.inputOutput)
            default: self = refusal.isPassing ? .unavailable(.unreachable) : .rejected(code: 0)
            }
        }
    }
}
