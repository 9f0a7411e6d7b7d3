// The values of the metrics' labels. The values for routes and shed reasons come from other modules, which pass them to
// `ServiceMetrics`.

/// A stage of a scan. A scan of a text has only the last one.
package enum ScanStage: String, CaseIterable, Sendable { case queue, decode, ocr, classify }

package enum VerdictSource: String, CaseIterable, Sendable { case image, text }

/// The reason why a scan failed, for the metric of failed scans.
package enum ScanFailure: String, CaseIterable, Sendable {
    /// The image can't be read, or the language isn't installed.
    case input
    case busy
    case timeout
    case notReady = "not_ready"
    case engine
}

package enum ReloadOutcome: String, CaseIterable, Sendable { case done, refused }

/// Whether the reading of an image was already there.
package enum CacheOutcome: String, CaseIterable, Sendable {
    case hit, miss
    /// Another scan was reading the same image, and this one waited for it.
    case joined
}

/// The outcome of writing a result to the store, or of reading one from it.
package enum StoreOutcome: String, CaseIterable, Sendable { case written, failed }

/// What became of feedback on a verdict.
package enum FeedbackOutcome: String, CaseIterable, Sendable {
    case kept
    case takenBack = "taken_back"
    /// The folder is full or can't be used.
    case failed
}

package enum WebhookOutcome: String, CaseIterable, Sendable {
    case delivered
    /// The attempt failed, and another one will follow.
    case failed
    /// The last attempt failed, so the message is a dead letter now.
    case dead
    /// The policy doesn't allow the receiver's address.
    case refused
    /// The outbox had no room for the message, so there was no attempt.
    case dropped
}

/// What came of a message to a follower.
package enum PushResult: String, CaseIterable, Sendable {
    /// The carrier has taken it.
    case delivered
    /// The attempt failed, and another one will follow.
    case failed
    /// It isn't tried again: the carrier refused it, or it failed too often.
    case dropped
    /// It was out of date, or its follower's time was over, before it could be sent.
    case late
    /// The carrier said that the address leads nowhere any more. The follower is forgotten.
    case gone
}

/// The reason why a request was refused because of its API key.
package enum AccessDenial: String, CaseIterable, Sendable {
    case noKey = "no_key"
    case unknownKey = "unknown_key"
    case expiredKey = "expired_key"
    /// The key doesn't have the scope that the route needs.
    case scope
}

package enum CallerLimit: String, CaseIterable, Sendable {
    case key, address
    /// The limit on wrong keys from one address.
    case wrongKeys = "wrong_keys"
    /// The limits on all callers together: the bytes of bodies in memory, and the number of texts that are judged at
    /// once.
    case uploads, texts
}

/// A queue of asynchronous scans that servers share.
package enum WorkQueueName: String, CaseIterable, Sendable { case interactive, batch }
