import TypeSafeAPI

/// The order in which a batch's pictures are scanned: the likely worst first. A picture that is probably equal to one with a verdict
/// takes its place by that verdict: after a high risk it is next, after a low one it is among the last.
struct BatchOrder: Sendable {
    private let looks: [Look]
    /// The pictures by their score, equal ones as they were named.
    private let sorted: [Int]
    /// The pictures of each likeness that several have.
    private let alike: [Int: [Int]]
    private var isTaken: [Bool]
    private var place = 0
    private var early: [Int] = []
    private var late: [Int] = []
    private var isLate: [Bool]
    /// Number of pictures that are still to be taken.
    private(set) var left: Int

    /// - Parameter done: the risks of the pictures that have their results already, nil for those that failed.
    init(_ looks: [Look], done: [Int: RiskLevel?] = [:]) {
        self.looks = looks
        sorted = looks.indices.sorted { (-looks[$0].score, $0) < (-looks[$1].score, $1) }
        alike = Self.groups(looks)
        isTaken = looks.indices.map { done[$0] != nil }
        isLate = looks.map { _ in false }
        left = looks.count - done.count
        for number in done.keys.sorted() { if let risk = done[number] { note(risk, of: number) } }
    }

    private static func groups(_ looks: [Look]) -> [Int: [Int]] {
        var groups: [Int: [Int]] = [:]
        let byLikeness = looks.indices.sorted { looks[$0].likeness < looks[$1].likeness }
        for (one, next) in zip(byLikeness, byLikeness.dropFirst())
        where looks[one].likeness == looks[next].likeness {
            groups[looks[one].likeness, default: [one]].append(next)
        }
        return groups
    }

    /// Takes the next picture; nil where all are taken.
    mutating func next() -> Int? {
        while let number = early.popLast() { if take(number) { return number } }
        while place < sorted.count {
            let number = sorted[place]
            place += 1
            if isTaken[number] { continue }
            if isLate[number] { late.append(number) } else if take(number) { return number }
        }
        while let number = late.popLast() { if take(number) { return number } }
        return nil
    }

    private mutating func take(_ number: Int) -> Bool {
        guard !isTaken[number] else { return false }
        isTaken[number] = true
        left -= 1
        return true
    }

    /// Notes the verdict on a picture.
    mutating func note(_ risk: RiskLevel?, of number: Int) {
        guard let others = alike[looks[number].likeness] else { return }
        switch risk {
        case .high: early += others.filter { !isTaken[$0] }
        case .low: for other in others { isLate[other] = true }
        case .medium, .unknown, nil: return
        }
    }
}
