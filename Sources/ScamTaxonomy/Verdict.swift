/// How dangerous a message looks. The raw values are the values on the wire.
public enum RiskLevel: String, Codable, Sendable, CaseIterable {
    case low, medium, high
    /// Nothing could be read, so nothing was judged. This doesn't mean that the message is harmless.
    case unknown

    /// Whether the client should warn a person of the message.
    public var isWarning: Bool { self == .medium || self == .high }
}

/// The lowest risk level that a session's webhook gets verdicts of; `off` for no verdicts.
public enum VerdictPreference: String, Codable, Sendable, CaseIterable {
    case off, medium, high
}

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

/// What a person can do about a message.
public struct Advice: Codable, Sendable, Equatable {
    /// Steps for somebody who has not reacted yet.
    public var now: [String]
    /// Steps for somebody who has already followed the message's demands.
    public var ifYouAlready: [Exposure]
    /// Places that take reports of such messages, in the user's country if that is known.
    public var report: [ReportingPlace]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case now
        case ifYouAlready = "if_you_already"
        case report
    }

    /// Creates a value from its properties.
    public init(now: [String], ifYouAlready: [Exposure], report: [ReportingPlace]) {
        self.now = now
        self.ifYouAlready = ifYouAlready
        self.report = report
    }
}

/// Something that a person may have done already, and how to limit the harm.
public struct Exposure: Codable, Sendable, Equatable {
    /// The end of the sentence "if you already …", such as `shared a code`.
    public var did: String
    /// Steps in the order in which they should be done.
    public var steps: [String]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case did
        case steps = "do"
    }

    /// Creates a value from its properties.
    public init(did: String, steps: [String]) {
        self.did = did
        self.steps = steps
    }
}

/// An authority or service that takes reports.
public struct ReportingPlace: Codable, Sendable, Equatable {
    /// Name of the authority or service.
    public var name: String
    /// URL of the page that takes reports.
    public var url: String?
    /// Phone number that takes reports.
    public var phone: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case name, url, phone
    }

    /// Creates a value from its properties.
    public init(name: String, url: String?, phone: String?) {
        self.name = name
        self.url = url
        self.phone = phone
    }
}
