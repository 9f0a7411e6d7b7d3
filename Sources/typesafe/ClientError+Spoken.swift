import Texts
import TypeSafeAPI
import TypeSafeClient

extension ClientError {
    /// The error in the user's language. What the server said stands in the language that it was asked for.
    var spoken: String {
        let key: CommandText =
            switch code {
            case .invalidRequest: .serverInvalidRequest
            case .unsupported: .serverUnsupported
            case .unreachable: .serverUnreachable
            case .connectTimeout: .serverConnectTimeout
            case .answerTimeout: .serverAnswerTimeout
            case .connectionLost: .serverConnectionLost
            case .untrustedServer: .serverUntrusted
            case .cancelled: .serverCancelled
            case .unauthorized: .serverUnauthorized
            case .notFound: .serverNotFound
            case .rejected: .serverRejected
            case .rateLimited: .serverRateLimited
            case .unavailable: .serverUnavailable
            case .serverFault: .serverFault
            case .badAnswer: .serverBadAnswer
            }
        let (texts, sentence) = (UserTexts.current, UserTexts.say(key, ["address": .text(context ?? "-")]))
        return problem.map { texts.joined([sentence, texts.ended($0.title), $0.detail]) } ?? sentence
    }
}
