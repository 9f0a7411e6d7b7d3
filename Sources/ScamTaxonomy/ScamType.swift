/// What kind of scam a message looks like: what it is after, or the story it tells. Raw values are the wire's and the
/// rule files'.
public enum ScamType: String, Codable, Sendable, CaseIterable {
    case delivery
    case tollOrFine = "toll_or_fine"
    case bankAlert = "bank_alert"
    case accountPhishing = "account_phishing"
    case otpRequest = "otp_request"
    case job, investment, romance
    case familyEmergency = "family_emergency"
    case government
    case techSupport = "tech_support"
    case prize, refund, marketplace, loan, extortion, subscription, charity, malware, recovery
    /// No rule that matched votes for a type, or the risk is low.
    case unknown
}

/// Coarse category of a scam, kept for clients that know no finer one.
public enum ScamCategory: String, Codable, Sendable, CaseIterable {
    case otpPhishing = "otp_phishing"
    case paymentScam = "payment_scam"
    case impersonation
    case unknown
}
