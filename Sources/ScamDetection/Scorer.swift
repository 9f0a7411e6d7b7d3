struct Scorer: Sendable {
    let settings: ScoringSettings

    /// Confidence of text recognition from which a finding counts fully. Of words read with at least this confidence
    /// 93 % were right, of others 41 % (docs/evaluation.md).
    static let clearReading = 0.9

    /// The share of a finding's weight that counts.
    /// - Parameter confidence: mean confidence with which its words were read; nil where the text wasn't read from a
    ///   picture.
    static func trust(_ confidence: Double?) -> Double {
        confidence.map { max(0, min(1, $0 / clearReading)) } ?? 1
    }

    /// - Parameter all: the findings, the strongest one first. Those of weight 0 aren't in the verdict, but may ask for something.
    func verdict(_ all: [Finding]) -> Verdict {
        let probability = ScoreBreakdown(all, settings: settings).probability
        let findings = all.filter { $0.weight != 0 }
        let riskLevel = settings.riskLevel(probability)
        let scamType = riskLevel == .low ? .unknown : scamType(findings)
        return Verdict(
            riskLevel: riskLevel,
            confidence: min(settings.ceiling, riskLevel == .low ? 1 - probability : probability),
            scamProbability: probability,
            category: settings.categories[scamType] ?? .unknown,
            scamType: scamType,
            explanation: Explanation.sentences(for: riskLevel, findings, scamType: scamType),
            findings: findings, decidedBy: decidingFindings(all, for: riskLevel),
            rulesVersion: settings.version)
    }

    /// The type with the largest sum of positive weights among those that decisive asks vote for, as what is asked for tells the scam, or
    /// among all where there are none; of types with equal sums, the first in `groups.yaml`.
    private func scamType(_ findings: [Finding]) -> ScamType {
        let asked = Set(findings.filter(\.isDecisive).compactMap(\.scamType))
        var sums: [ScamType: Double] = [:]
        for finding in findings where finding.weight > 0 {
            if let type = finding.scamType, asked.isEmpty || asked.contains(type) {
                sums[type, default: 0] += finding.weight
            }
        }
        var best: (type: ScamType, sum: Double)?
        for type in settings.scamTypes {
            if let sum = sums[type], sum > best?.sum ?? 0 { best = (type, sum) }
        }
        return best?.type ?? .unknown
    }
}

/// The steps from findings to a score and from the score to a probability: the one place where they are added.
package struct ScoreBreakdown: Sendable, Equatable {
    package struct Part: Sendable, Equatable {
        package var group: RuleGroup
        package var sum: Double
        /// The largest size of the sum that counts, in log-odds.
        package var cap: Double

        package var counted: Double { max(-cap, min(cap, sum)) }
    }

    /// The sums of the groups that have findings.
    package var parts: [Part]
    /// The score before calibration, in log-odds.
    package var score: Double
    /// The score after calibration, in log-odds.
    package var calibratedScore: Double
    package var probability: Double

    /// - Parameter absent: the indices of findings that don't count.
    init(_ findings: [Finding], without absent: [Int] = [], settings: ScoringSettings) {
        var sums = [Double?](repeating: nil, count: RuleGroup.allCases.count)
        for index in findings.indices where !absent.contains(index) {
            let number = findings[index].group.number
            sums[number] = (sums[number] ?? 0) + findings[index].weight
        }
        parts = RuleGroup.allCases.compactMap { group in
            sums[group.number].map { Part(group: group, sum: $0, cap: settings.cap(of: group)) }
        }
        score = parts.reduce(0) { $0 + $1.counted }
        calibratedScore = settings.slope * score + settings.offset
        probability = settings.probability(score)
    }
}

/// Findings of which a verdict's risk level depends: without them, and with all others as they are, it would be another one.
package struct DecidingFindings: Sendable, Equatable {
    /// The rules' ids, the strongest first. Each alone is enough where it is one; of several, all would have to be absent.
    package var rules: [String]
    /// The level that the others would give.
    package var riskLevel: RiskLevel
}

extension Scorer {
    /// The largest number of findings that are tried on each side. Weaker ones aren't what a verdict depends on.
    private static let mostTried = 32

    /// What would have changed the risk level: the findings that each by itself lower it, or else the fewest of the strongest that do so
    /// together; likewise the protective ones, without which it would be higher. What a message of medium risk lacks for a high one isn't
    /// known.
    /// - Parameter all: the findings, the strongest first, with those of weight 0, which may ask for something.
    func decidingFindings(_ all: [Finding], for level: RiskLevel) -> [DecidingFindings] {
        let alarms = all.indices.filter { all[$0].weight > 0 }
        let calming = all.indices.filter { all[$0].weight < 0 }.reversed()
        return (level == .low ? [] : deciding(among: alarms.prefix(Self.mostTried), of: all, for: level))
            + (level == .high ? [] : deciding(among: calming.prefix(Self.mostTried), of: all, for: level))
    }

    private func deciding(
        among candidates: some Sequence<Int>, of all: [Finding], for level: RiskLevel
    ) -> [DecidingFindings] {
        func levelLeft(without absent: [Int]) -> RiskLevel {
            settings.riskLevel(ScoreBreakdown(all, without: absent, settings: settings).probability)
        }
        func result(_ absent: [Int]) -> DecidingFindings {
            DecidingFindings(rules: absent.map { all[$0].rule }, riskLevel: levelLeft(without: absent))
        }
        let each = candidates.map { result([$0]) }.filter { $0.riskLevel != level }
        if !each.isEmpty { return each }
        var absent: [Int] = []
        for candidate in candidates where levelLeft(without: absent) == level { absent.append(candidate) }
        guard levelLeft(without: absent) != level else { return [] }
        // A strong finding of a group that is at its cap may change nothing.
        for candidate in absent.reversed() {
            let fewer = absent.filter { $0 != candidate }
            if levelLeft(without: fewer) != level { absent = fewer }
        }
        return [result(absent)]
    }
}

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
