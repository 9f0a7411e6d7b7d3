// Values of labels. Routes and shed reasons are known to others, who give them when the metrics are made.

/// A stage of a scan. Texts have only the last one.
package enum ScanStage: String, CaseIterable, Sendable { case queue, decode, ocr, classify }

/// What was judged.
package enum VerdictSource: String, CaseIterable, Sendable { case image, text }

/// Why a scan failed.
package enum ScanFailure: String, CaseIterable, Sendable {
    /// The image can't be read, or the language isn't installed.
    case input
    case busy
    case timeout
    case notReady = "not_ready"
    case engine
}

package enum ReloadOutcome: String, CaseIterable, Sendable { case done, refused }

/// Where the reading of an image came from.
package enum CacheOutcome: String, CaseIterable, Sendable {
    case hit, miss
    /// The scan waited for another one that was reading the same image.
    case joined
}

/// The outcome of storing a result, or of asking the store for one.
package enum StoreOutcome: String, CaseIterable, Sendable { case written, failed }

/// The outcome of an attempt to deliver a webhook message.
package enum WebhookOutcome: String, CaseIterable, Sendable {
    case delivered
    /// The attempt failed and will be repeated.
    case failed
    /// The last attempt failed; the message is a dead letter.
    case dead
    /// The receiver's address isn't allowed.
    case refused
}

/// Why a request was refused for its key.
package enum AccessDenial: String, CaseIterable, Sendable {
    case noKey = "no_key"
    case unknownKey = "unknown_key"
    case expiredKey = "expired_key"
    /// The key lacks the route's scope.
    case scope
}

/// The limit that a request exceeded.
package enum CallerLimit: String, CaseIterable, Sendable {
    case key, address
    /// Limit on wrong keys from one address.
    case wrongKeys = "wrong_keys"
    /// Limits on all callers together: bytes of bodies in memory, and texts at once.
    case uploads, texts
}
