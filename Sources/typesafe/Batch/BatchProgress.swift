import ScanDocuments
import Texts
import TypeSafeAPI

/// How far several scans have come, as a line for the user.
struct BatchProgress: Sendable {
    /// Width of the bar in columns, without its brackets.
    private static let barWidth = 20
    /// Least share of the inputs after which the time that is left can be estimated.
    private static let estimateFrom = 0.05
    /// Number of inputs after which it can be estimated in any case.
    private static let estimateAfter = 20

    let count: Int
    /// Number of inputs that were done before this run.
    private let before: Int
    private let started = ContinuousClock.now
    private(set) var done: Int

    init(count: Int, before: Int = 0) {
        self.count = count
        self.before = before
        done = before
    }

    mutating func advance() { done += 1 }

    /// The bar, the numbers, the time that is left and the riskiest verdict.
    /// - Parameters:
    ///   - withRate: whether it says how many are done in a minute.
    func line(_ riskiest: ScanResponse?, withRate: Bool = false) -> String {
        let filled = done * Self.barWidth / count
        let bar =
            "[" + String(repeating: "=", count: filled)
            + String(repeating: " ", count: Self.barWidth - filled) + "] "
        return bar + text(riskiest, withRate: withRate)
    }

    /// The line without its bar.
    func text(_ riskiest: ScanResponse?, withRate: Bool) -> String {
        var parts = [UserTexts.say(.progress, ["done": .number(done), "count": .number(count)])]
        let now = done - before
        if now >= Self.estimateAfter || Double(now) / Double(count - before) >= Self.estimateFrom, now > 0 {
            let each = started.duration(to: .now) / now
            if withRate {
                parts.append(UserTexts.say(.rate, ["count": .number(Int((.seconds(60) / each).rounded()))]))
            }
            if done < count { parts.append(Self.left(each * (count - done))) }
        }
        if let riskiest, riskiest.riskLevel != .low {
            parts.append(
                UserTexts.say(
                    .riskiest, ["headline": .text(VerdictWords(UserTexts.current).headline(riskiest))]))
        }
        return parts.joined(separator: ", ")
    }

    /// The time that is left, in the unit in which its number is neither one nor very large.
    private static func left(_ time: Duration) -> String {
        let seconds = Int(time.components.seconds) + 1
        let (minutes, hours) = ((seconds + 59) / 60, (seconds + 3_599) / 3_600)
        if seconds < 120 { return UserTexts.say(.timeLeft, ["seconds": .number(seconds)]) }
        if minutes < 120 { return UserTexts.say(.timeLeftMinutes, ["minutes": .number(minutes)]) }
        return UserTexts.say(.timeLeftHours, ["hours": .number(hours)])
    }
}

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
    /// The first that failed.
    private var failed: [ScanOutcome] = []

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
        if risk == nil, failed.count < Self.shown, let outcome = outcome() { failed.append(outcome) }
        guard risk == .high || risk == .medium else { return }
        let place = Place(rank: OutcomePrinter.rank(risk), probability: probability, name: id)
        let index = riskiest.firstIndex { place < $0.place } ?? riskiest.count
        guard index < Self.shown, let outcome = outcome() else { return }
        riskiest.insert((place, outcome), at: index)
        if riskiest.count > Self.shown { riskiest.removeLast() }
    }

    /// The riskiest of all; nil where there is no medium or high risk.
    var worst: ScanResponse? { riskiest.first?.outcome.response }

    /// The riskiest pictures, those that failed, and a line for all of them.
    func lines(_ formatter: VerdictFormatter) -> [String] {
        (riskiest.map(\.outcome) + failed).flatMap(formatter.summary) + [VerdictFormatter.total(tally)]
    }
}
