// The values of labels that are known here; routes, scam types and statuses are given when the metrics are made.

/// A step of a scan. Texts have the last one only.
package enum ScanStage: String, CaseIterable, Sendable { case queue, decode, ocr, classify }

/// What a verdict rests on.
package enum VerdictSource: String, CaseIterable, Sendable { case image, text }

/// Why a scan came to no verdict.
package enum ScanFailure: String, CaseIterable, Sendable {
    /// A picture that can't be read, or a language that isn't there.
    case input
    case busy
    case timeout
    case notReady = "not_ready"
    case engine
}

package enum ReloadOutcome: String, CaseIterable, Sendable { case done, refused }

/// Where a picture's reading came from.
package enum CacheOutcome: String, CaseIterable, Sendable {
    case hit, miss
    /// The same picture was being read already; this scan waited for it.
    case joined
}

/// What came of keeping a result, or of asking for one.
package enum StoreOutcome: String, CaseIterable, Sendable { case written, failed }

/// What became of an attempt to deliver a webhook.
package enum WebhookOutcome: String, CaseIterable, Sendable {
    case delivered
    /// It failed and will be tried again.
    case failed
    /// Given up.
    case dead
    /// Its receiver's address isn't allowed.
    case refused
}

/// Why a caller was turned away.
package enum AccessDenial: String, CaseIterable, Sendable {
    case noKey = "no_key"
    case unknownKey = "unknown_key"
    case expiredKey = "expired_key"
    /// The key is good, but not for this.
    case scope
}

/// The limit that a request went over.
package enum CallerLimit: String, CaseIterable, Sendable {
    case key, address
    /// Wrong keys from an address.
    case wrongKeys = "wrong_keys"
    /// Of all callers together: bodies in memory, texts at once.
    case uploads, texts
}
