package import TextAnalysis
package import Texts

/// Pictures of one conversation, in its order.
package struct JoinedTalk: Sendable {
    /// The pictures' numbers in order.
    package let order: [Int]
    package let evidence: OrderEvidence
    /// The conversation as one transcript, in this order.
    package let transcript: Transcript
    /// The transcripts to judge: this one, or where nothing tells the order, one for each stretch of it that may be the first.
    package let readings: [Transcript]
}

/// What told the order of a conversation's pictures, the surest first.
package enum OrderEvidence: Int, Sendable, Comparable {
    /// There is one picture.
    case single
    /// The client gave the order.
    case asked
    case overlap
    case overlapAndTimes
    case times
    /// The clock in the phone's status bar.
    case phoneClock
    case nothing

    package static func < (one: OrderEvidence, other: OrderEvidence) -> Bool { one.rawValue < other.rawValue }

    /// Why the pictures are in this order, for a person.
    package var reason: Sentence {
        let key: VerdictText =
            switch self {
            case .single: .orderSingle
            case .asked: .orderAsked
            case .overlap: .orderOverlap
            case .overlapAndTimes: .orderOverlapAndTimes
            case .times: .orderTimes
            case .phoneClock: .orderPhoneClock
            case .nothing: .orderNothing
            }
        return Sentence(key)
    }
}
