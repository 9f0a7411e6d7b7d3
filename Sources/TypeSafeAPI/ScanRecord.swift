public import Foundation

/// What is known of a suspicious message, for a bank, the police or a hotline. Links are written so that no program takes them for
/// links, such as `hxxps://example[.]com`.
public struct ScanRecord: Codable, Sendable, Equatable {
    /// Id of the scan.
    public var scanID: UUID
    /// Time of the verdict, to the second.
    public var timestamp: Date
    /// The pictures that were scanned, in the order in which they were sent; empty for texts.
    public var originals: [RecordedPicture]
    /// How dangerous the message is.
    public var riskLevel: RiskLevel
    /// Probability that the risk level is right, from 0 to 1; 0 if the level is `unknown`.
    public var confidence: Double
    /// Kind of the scam; `unknown` for low risk.
    public var scamType: ScamType
    /// One or two sentences for a person.
    public var explanation: String
    /// Version of the rules that judged.
    public var rulesVersion: String
    /// Sender as the screenshot names it; absent if it names none.
    public var sender: String?
    /// The text of a browser's address bar; absent if the screenshot shows none.
    public var address: String?
    /// How the message wants to be answered or paid: links, numbers, accounts, wallets, amounts.
    public var contacts: [RecordedContact]
    /// Accounts to be paid to, as they stand in the message: IBANs, cards, sort codes with numbers, payment addresses.
    public var accounts: [String]
    /// The rules that matched, the strongest first, with the words that each matched.
    public var reasons: [Finding]
    /// The message's lines.
    public var text: [String]
    /// Whose words each of these lines holds; empty for texts. Those of the app tell days and times.
    public var roles: [LineRole]
    /// What a person may have done already, and how to limit the harm.
    public var ifYouAlready: [Exposure]
    /// Places that take reports of such messages.
    public var report: [ReportingPlace]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scanID = "scan_id"
        case timestamp = "ts"
        case originals
        case riskLevel = "risk_level"
        case confidence
        case scamType = "scam_type"
        case explanation
        case rulesVersion = "rules_version"
        case sender, address, contacts, accounts, reasons, text, roles
        case ifYouAlready = "if_you_already"
        case report
    }

    /// Creates a value from its properties.
    public init(
        scanID: UUID, timestamp: Date, originals: [RecordedPicture], riskLevel: RiskLevel, confidence: Double,
        scamType: ScamType, explanation: String, rulesVersion: String, sender: String?, address: String?,
        contacts: [RecordedContact], accounts: [String], reasons: [Finding], text: [String],
        roles: [LineRole],
        ifYouAlready: [Exposure],
        report: [ReportingPlace]
    ) {
        self.scanID = scanID
        self.timestamp = timestamp
        self.originals = originals
        self.riskLevel = riskLevel
        self.confidence = confidence
        self.scamType = scamType
        self.explanation = explanation
        self.rulesVersion = rulesVersion
        self.sender = sender
        self.address = address
        self.contacts = contacts
        self.accounts = accounts
        self.reasons = reasons
        self.text = text
        self.roles = roles
        self.ifYouAlready = ifYouAlready
        self.report = report
    }
}

/// A picture that a record is about.
public struct RecordedPicture: Codable, Sendable, Equatable {
    /// SHA-256 of the file, in hexadecimal digits.
    public var sha256: String
    /// Size of the file in bytes.
    public var bytes: Int

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case sha256, bytes
    }

    /// Creates a value from its properties.
    public init(sha256: String, bytes: Int) {
        self.sha256 = sha256
        self.bytes = bytes
    }
}

/// One way in which a message wants to be answered or paid.
public struct RecordedContact: Codable, Sendable, Equatable {
    /// What kind of thing it is, such as a link or a phone number.
    public var kind: EntityKind
    /// Its text.
    public var text: String
    /// Of a link, the domain that somebody registered; absent for others.
    public var registrableDomain: String?
    /// ISO 3166-1 alpha-2 code of a phone number's country; absent unless the number has a calling code.
    public var country: String?
    /// The messenger that it leads to, such as `whatsapp`; absent for others.
    public var messenger: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case kind, text
        case registrableDomain = "registrable_domain"
        case country, messenger
    }

    /// Creates a value from its properties.
    public init(
        kind: EntityKind, text: String, registrableDomain: String?, country: String?, messenger: String?
    ) {
        self.kind = kind
        self.text = text
        self.registrableDomain = registrableDomain
        self.country = country
        self.messenger = messenger
    }
}
