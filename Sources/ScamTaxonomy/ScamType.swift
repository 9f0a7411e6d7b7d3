/// What kind of scam a message looks like: what it wants, or the story that it tells. The raw values are the values on
/// the wire and in rule files.
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
    /// The risk is low, or no rule that matched points to a type.
    case unknown
}

/// Coarse category of a scam. It stays for clients that were made before the finer `ScamType`.
public enum ScamCategory: String, Codable, Sendable, CaseIterable {
    case otpPhishing = "otp_phishing"
    case paymentScam = "payment_scam"
    case impersonation
    case unknown
}
