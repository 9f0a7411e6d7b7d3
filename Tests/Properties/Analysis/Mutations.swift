import TestSupport

/// Makes inputs from seeds, each with a few changes. The inputs are the same on every run.
package struct Mutations {
    private let seeds: [[UInt8]]
    private var random: SeededGenerator

    /// - Parameter seeds: bytes to start from. The first byte of a seed chooses the property and is never changed.
    package init(of seeds: [[UInt8]], state: UInt64) {
        self.seeds = seeds.filter { $0.count > 1 }
        random = SeededGenerator(state: state)
    }

    /// Returns the next changed seed; no bytes where there are no seeds.
    package mutating func next() -> [UInt8] {
        guard var bytes = seeds.randomElement(using: &random) else { return [] }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 1..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = .random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
            case 3 where bytes.count > 4: bytes.removeSubrange(place..<min(bytes.count, place + 3))
            case 4: bytes.insert(contentsOf: bytes[place...].prefix(24), at: place)
            default:
                guard let other = seeds.randomElement(using: &random) else { continue }
                let start = Int.random(in: 1..<other.count, using: &random)
                bytes.replaceSubrange(place..<min(bytes.count, place + 24), with: other[start...].prefix(24))
            }
            if bytes.count < 2 { bytes.append(0) }
        }
        return bytes
    }
}
