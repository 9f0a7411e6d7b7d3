package import TextAnalysis

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
    package var reason: String {
        switch self {
        case .single: "Each conversation has one picture."
        case .asked: "The pictures were sent with their order."
        case .overlap: "Each picture begins with messages that end the one before."
        case .overlapAndTimes:
            "Some pictures share messages, and the times in the chat tell where the others belong."
        case .times: "The times in the chat tell the order."
        case .phoneClock: "The phone's clock on the pictures tells the order."
        case .nothing:
            "Neither times nor shared messages tell the order, so it is the one in which the pictures were sent."
        }
    }
}
