import TypeSafeAPI

/// What a batch has found so far: how many of each risk, and the riskiest.
struct BatchSummary: Sendable {
    /// Number of pictures that are shown at the end. The file has them all.
    private static let shown = 20

    private struct Place: Comparable {
        let rank: Int
        let probability: Double
        let name: String

        static func < (one: Place, other: Place) -> Bool {
            (one.rank, -one.probability, one.name) < (other.rank, -other.probability, other.name)
        }
    }

    private(set) var tally = OutcomeTally()
    private var riskiest: [(place: Place, outcome: ScanOutcome)] = []

    mutating func add(_ entry: ResultFile.Entry) {
        add(entry.risk, entry.probability, entry.id) { entry.outcome() }
    }

    mutating func add(_ outcome: ScanOutcome, id: String) {
        add(outcome.response?.riskLevel, outcome.response?.scamProbability ?? 0, id) {
            ScanOutcome(name: id, origin: outcome.origin, result: outcome.result)
        }
    }

    private mutating func add(
        _ risk: RiskLevel?, _ probability: Double, _ id: String, _ outcome: () -> ScanOutcome?
    ) {
        tally.add(risk)
        guard risk == .high || risk == .medium else { return }
        let place = Place(rank: OutcomePrinter.rank(risk), probability: probability, name: id)
        let index = riskiest.firstIndex { place < $0.place } ?? riskiest.count
        guard index < Self.shown, let outcome = outcome() else { return }
        riskiest.insert((place, outcome), at: index)
        if riskiest.count > Self.shown { riskiest.removeLast() }
    }

    /// The riskiest of all; nil where there is no medium or high risk.
    var worst: ScanResponse? { riskiest.first?.outcome.response }

    /// The riskiest pictures, and a line for all of them.
    func lines(_ formatter: VerdictFormatter) -> [String] {
        riskiest.map { formatter.summary($0.outcome) } + [VerdictFormatter.total(tally)]
    }
}
