import Foundation

/// Sends to Apple devices over one or two connections, which all pushes share.
struct APNsSender: Sendable {
    private let settings: APNsSettings
    private let tokens: ProviderTokens
    private let thread: TransferThread

    init(_ settings: APNsSettings, clock: PushClock, thread: TransferThread) {
        self.settings = settings
        self.thread = thread
        tokens = ProviderTokens(settings, clock: clock)
    }

    func send(_ parts: APNsMessage.Parts) async -> PushOutcome {
        guard let url = try? settings.server.adding(path: "/3/device/" + parts.token),
            var token = try? tokens.token()
        else { return .refused(reason: "no token could be made") }
        // The second time with a new token.
        for _ in 0..<2 {
            let request = OutboundRequest(
                to: url,
                fields: parts.fields + [
                    ("authorization", "bearer " + token), ("content-type", "application/json"),
                ], body: parts.payload, connection: .shared)
            switch await thread.send(request) {
            case .failed(let failure): return PushOutcome(failure)
            case .answered(let answer) where answer.status == 200: return .delivered
            case .answered(let answer):
                let (handling, reason) = Self.judge(answer)
                guard handling == .renewToken else {
                    return Self.outcome(handling, reason, retryAfter: answer.retryAfter)
                }
                switch try? tokens.renew(insteadOf: token) {
                case .renewed(let new): token = new
                case .tooEarly(let wait): return .retry(after: wait, reason: reason)
                case nil: return .refused(reason: "no token could be made")
                }
            }
        }
        return .retry(
            after: ProviderTokens.shortestLife, reason: APNsReason.expiredProviderToken.rawValue)
    }

    static func judge(_ answer: OutboundAnswer) -> (APNsReason.Handling, reason: String) {
        let refusal = try? JSONDecoder().decode(APNsRefusal.self, from: Data(answer.content))
        if let reason = refusal.flatMap({ APNsReason(rawValue: $0.reason) }) {
            return (reason.handling, reason.rawValue)
        }
        return (APNsReason.handling(ofStatus: answer.status), "status \(answer.status)")
    }

    private static func outcome(
        _ handling: APNsReason.Handling, _ reason: String, retryAfter: Duration?
    ) -> PushOutcome {
        switch handling {
        case .endFollower: .gone(reason: reason)
        case .giveUp: .refused(reason: reason)
        case .waitForOperator:
            .retry(after: APNsReason.serverWait, reason: reason + ", see --push")
        case .wait(let wait): .retry(after: retryAfter ?? wait, reason: reason)
        case .renewToken: .retry(after: ProviderTokens.shortestLife, reason: reason)
        }
    }
}
