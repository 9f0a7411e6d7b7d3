import TypeSafeAPI

/// How many scans ended with which risk.
struct OutcomeTally: Sendable {
    private var counts: [RiskLevel?: Int] = [:]

    init(_ outcomes: [ScanOutcome] = []) {
        for outcome in outcomes { add(outcome.response?.riskLevel) }
    }

    /// The number of scans with a risk; with nil, of those that failed.
    subscript(risk: RiskLevel?) -> Int { counts[risk] ?? 0 }

    var count: Int { counts.values.reduce(0, +) }

    mutating func add(_ risk: RiskLevel?) { counts[risk, default: 0] += 1 }
}
