/// What came of a push. Reasons are a few words for logs and lists; they come from tables of this target, never from a receiver.
package enum PushOutcome: Sendable, Equatable {
    /// The carrier has taken the push.
    case delivered
    /// The address leads nowhere any more: the follower has ended, unless it has got another address since the push left.
    case gone(reason: String)
    /// The push may succeed later.
    /// - Parameter after: the wait that the carrier asked for; nil where the caller chooses.
    case retry(after: Duration?, reason: String)
    /// The push will never succeed, but the follower's next one may.
    case refused(reason: String)
}
