/// What a person can do about a message.
package struct Advice: Sendable, Equatable {
    /// Sentences on what to do at once; the most urgent comes first.
    package var now: [String]
    package var ifYouAlready: [Step]
    /// Places that take a report; empty for low risk.
    package var report: [ReportingPlace]

    package struct Step: Sendable, Equatable {
        /// What the person did, as in `shared a code`.
        package var did: String
        /// What to do about it, in order.
        package var actions: [String]
    }
}

/// An authority or company that takes reports of scams.
package struct ReportingPlace: Sendable, Equatable {
    package var name: String
    package var url: String?
    package var phone: String?
}
