import TextAnalysis

/// What a message wants and where it leads: whether anything may calm beside it. Whoever writes a scam can write what calms, too.
struct Claim {
    private let ask: Ask
    /// Whether it names a site, number, mailbox or account by which somebody who isn't a known organisation is reached.
    private let holdsWayToSender: Bool
    private let leadsToNobodyKnown: Bool

    /// - Parameter readings: the text in each way in which it may have been read.
    init(_ findings: [Finding], _ readings: [FeatureContext]) {
        ask = findings.map(\.ask).max() ?? .nothing
        leadsToNobodyKnown = readings.contains { $0.leadsToNobodyKnown }
        holdsWayToSender = leadsToNobodyKnown || readings.contains { $0.holdsWayToSender() }
    }

    /// Whether it asks for what only a scam asks for: ordinary words count for nothing beside it.
    var isDecisive: Bool { ask == .decisive }

    /// Whether nothing else that speaks for a genuine message counts, either.
    var silencesCalm: Bool {
        leadsToNobodyKnown || ask == .decisive || ask != .nothing && holdsWayToSender
    }
}
