/// What a message wants and where it leads: whether anything may calm beside it. Whoever writes a scam can write what calms, too.
struct Claim {
    /// Whether it asks for what only a scam asks for: ordinary words count for nothing beside it.
    let isDecisive: Bool
    /// Whether nothing else that speaks for a genuine message counts, either: beside a decisive ask, a link to nobody known, or any ask that
    /// names a way to somebody who isn't a known organisation.
    let silencesCalm: Bool

    /// - Parameter readings: the text in each way in which it may have been read.
    init(_ findings: [Finding], _ readings: [FeatureContext]) {
        let ask = findings.map(\.ask).max() ?? .nothing
        isDecisive = ask == .decisive
        // The way to the sender comes last, as looking for it takes longest.
        silencesCalm =
            isDecisive || readings.contains { $0.leadsToNobodyKnown }
            || ask != .nothing && readings.contains { $0.holdsWayToSender() }
    }
}
