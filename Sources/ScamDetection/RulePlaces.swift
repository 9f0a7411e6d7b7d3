/// The places in a text that show each rule that holds for it, by the rules' numbers. Of hundreds of rules a text shows some tens.
struct RulePlaces: Sendable {
    /// For each rule, one more than its place in `shown`; 0 for a rule that was never set.
    private var slots: [Int32]
    private var shown: [(rule: Int, places: [Range<Int>]?)] = []

    /// - Parameter ruleCount: the number of all rules.
    init(ruleCount: Int) {
        slots = Array(repeating: 0, count: ruleCount)
    }

    /// Ranges of the raw text that show a rule; nil for a rule that doesn't hold.
    subscript(rule: Int) -> [Range<Int>]? {
        get { slots[rule] == 0 ? nil : shown[Int(slots[rule]) - 1].places }
        set {
            if slots[rule] != 0 {
                shown[Int(slots[rule]) - 1].places = newValue
            } else if let newValue {
                shown.append((rule, newValue))
                slots[rule] = Int32(shown.count)
            }
        }
    }

    func holds(_ rule: Int) -> Bool { slots[rule] != 0 && shown[Int(slots[rule]) - 1].places != nil }

    /// The numbers of the rules that hold, in ascending order.
    var rules: [Int] { shown.lazy.filter { $0.places != nil }.map(\.rule).sorted() }
}
