/// The groups of rules. Each group has a cap on the sum of its rules.
package enum RuleGroup: String, Sendable, CaseIterable {
    case ask, pressure, identity, link, conversation, style, composite, protective
}

/// The aim of a scam, or the story that it tells.
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
