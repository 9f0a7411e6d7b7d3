/// What a person can do about a message.
package struct Advice: Sendable, Equatable {
    /// Sentences, most urgent first.
    package var now: [String]
    package var ifYouAlready: [Step]
    /// Empty for low risk.
    package var report: [ReportingPlace]

    package struct Step: Sendable, Equatable {
        /// What has happened: `shared a code`.
        package var did: String
        /// What to do then, in order.
        package var actions: [String]
    }
}

/// Who takes reports of scams.
package struct ReportingPlace: Sendable, Equatable {
    package var name: String
    package var url: String?
    package var phone: String?
}
