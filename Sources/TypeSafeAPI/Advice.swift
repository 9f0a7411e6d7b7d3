/// What to do about a message.
public struct Advice: Codable, Sendable, Equatable {
    /// Steps for somebody who has not reacted yet.
    public var now: [String]
    /// Steps for somebody who has.
    public var ifYouAlready: [Exposure]
    /// Where to report it, in the user's country where that is known.
    public var report: [ReportingPlace]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case now
        case ifYouAlready = "if_you_already"
        case report
    }

    /// Makes an advice.
    public init(now: [String], ifYouAlready: [Exposure], report: [ReportingPlace]) {
        self.now = now
        self.ifYouAlready = ifYouAlready
        self.report = report
    }
}

/// Something a person may have done already, and how to limit the harm.
public struct Exposure: Codable, Sendable, Equatable {
    /// Completes "if you already …", such as `shared a code`.
    public var did: String
    /// What to do then, first things first.
    public var steps: [String]

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case did
        case steps = "do"
    }

    /// Makes an exposure.
    public init(did: String, steps: [String]) {
        self.did = did
        self.steps = steps
    }
}

/// An authority or service that takes reports.
public struct ReportingPlace: Codable, Sendable, Equatable {
    /// Of the authority or service.
    public var name: String
    /// Its page for reports.
    public var url: String?
    /// Its number for reports.
    public var phone: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case name, url, phone
    }

    /// Makes a reporting place.
    public init(name: String, url: String?, phone: String?) {
        self.name = name
        self.url = url
        self.phone = phone
    }
}
