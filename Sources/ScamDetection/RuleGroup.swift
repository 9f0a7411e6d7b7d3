/// The families of cues; each has a cap on what its rules add together.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective
}

/// What a scam is after, or the story it tells.
package enum ScamType: String, Sendable, CaseIterable {
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
    case unknown
}

/// The coarse categories that the first clients know.
package enum LegacyCategory: String, Sendable, CaseIterable {
    case otpPhishing = "otp_phishing"
    case paymentScam = "payment_scam"
    case impersonation
    case unknown
}
