package struct Advice: Sendable, Equatable {
    /// Sentences on what to do at once. The most urgent one comes first.
    package var now: [String]
    package var ifYouAlready: [Step]
    /// Places to which the message can be reported; empty for low risk.
    package var report: [ReportingPlace]

    package struct Step: Sendable, Equatable {
        /// A short text on what the person did, such as `shared a code`.
        package var did: String
        /// Sentences on what to do about it, in the order of doing.
        package var actions: [String]
    }
}

/// An authority or company that takes reports of scams.
package struct ReportingPlace: Sendable, Equatable {
    package var name: String
    package var url: String?
    package var phone: String?
}
