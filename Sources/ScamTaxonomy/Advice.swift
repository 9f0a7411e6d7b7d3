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
