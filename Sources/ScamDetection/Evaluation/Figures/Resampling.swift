/// The bootstrap with a fixed seed: equal judgements give equal intervals.
struct Resampling {
    /// The number of samples. More samples make the intervals steadier and take longer.
    private static let samples = 300
    /// The seed of the generator. Its value doesn't matter.
    private static let seed: UInt64 = 0x5EED

    /// Calls `body` for each sample: `count` numbers below `count`, drawn with replacement.
    static func each(of count: Int, _ body: ([Int]) -> Void) {
        var state = seed
        var drawn = [Int](repeating: 0, count: count)
        for _ in 0..<samples {
            for index in drawn.indices {
                drawn[index] = Int(next(&state).multipliedFullWidth(by: UInt64(count)).high)
            }
            body(drawn)
        }
    }

    /// The next number of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
