/// Stretches of a conversation: pictures that show shared lines follow each other, as pieces of a torn paper are laid together, the
/// largest overlap first.
struct PictureChains {
    /// The pictures of each stretch in order, as indices; the stretches by their first pictures.
    private(set) var chains: [[Int]] = []

    /// Two pictures that share lines, the upper one first.
    private struct Overlap {
        let upper: Int
        let lower: Int
        let score: Double
    }

    /// - Parameters:
    ///   - members: the pictures' indices, in an order that doesn't depend on how they were sent.
    ///   - alignment: how two pictures lie over each other, by their indices, the smaller one first.
    init(_ members: [Int], _ pictures: [ChatPicture], alignment: (Int, Int) -> LineAlignment) {
        var overlaps: [Overlap] = []
        var holders: [Int: Int] = [:]
        for (position, one) in members.enumerated() {
            for other in members[(position + 1)...] {
                let shared = alignment(one, other)
                guard let first = shared.pairs.first, let last = shared.pairs.last else { continue }
                // In letters, since what is read in a cut bubble may be many short lines.
                let (texts, others) = (pictures[one].texts, pictures[other].texts)
                let above = Self.length(texts[..<first.first]) - Self.length(others[..<first.second])
                let below =
                    Self.length(others[(last.second + 1)...]) - Self.length(texts[(last.first + 1)...])
                if above >= 0, below <= 0 {
                    Self.hold(other, by: one, &holders)
                } else if above <= 0, below >= 0 {
                    Self.hold(one, by: other, &holders)
                } else {
                    let isAbove = above > 0
                    overlaps.append(
                        Overlap(
                            upper: isAbove ? one : other, lower: isAbove ? other : one, score: shared.score))
                }
            }
        }
        let whole = members.filter { holders[$0] == nil }
        var next: [Int: Int] = [:]
        var previous: [Int: Int] = [:]
        // The sort is stable, so that equal overlaps stay in the members' order.
        for overlap in overlaps.sorted(by: { $0.score > $1.score })
        where holders[overlap.upper] == nil && holders[overlap.lower] == nil && next[overlap.upper] == nil
            && previous[overlap.lower] == nil
        {
            var end = overlap.lower
            while let after = next[end] { end = after }
            // A ring has no beginning.
            guard end != overlap.upper else { continue }
            next[overlap.upper] = overlap.lower
            previous[overlap.lower] = overlap.upper
        }
        for start in whole where previous[start] == nil {
            var chain: [Int] = []
            var place: Int? = start
            while let index = place {
                chain.append(index)
                chain += held(by: index, members, holders)
                place = next[index]
            }
            chains.append(chain)
        }
    }

    /// Notes that a picture shows a part of what another shows. A picture that is held itself by what it would hold stays whole.
    private static func hold(_ part: Int, by whole: Int, _ holders: inout [Int: Int]) {
        var holder: Int? = whole
        while let index = holder {
            if index == part { return }
            holder = holders[index]
        }
        holders[part] = holders[part] ?? whole
    }

    private static func length(_ texts: ArraySlice<LineText>) -> Int { texts.reduce(0) { $0 + $1.length } }

    /// The pictures that show a part of what another shows.
    private func held(by index: Int, _ members: [Int], _ holders: [Int: Int]) -> [Int] {
        members.filter { holders[$0] == index }.flatMap { [$0] + held(by: $0, members, holders) }
    }
}
