/// Drops components that stand closer together than letters can: grain, foliage, crowds. Reading them would take minutes and
/// give words that aren't there.
enum NoiseFilter {
    /// The side of a tile in pixels of an ink map. A tile holds some ten letters, or twenty components with their dots.
    private static let tileSide = 36
    /// If a tile holds more components than this, all of them are noise. Text has at most half as many.
    private static let maxComponents = 40
    /// A component counts if it is at least this large, in pixels of an ink map. Smaller ones are dust, which hinders no
    /// reading.
    private static let minSize = 3
    /// A whole picture is noise if its tiles hold more than this many components on average, dust included. The development
    /// pictures have 8 at most, pure noise has 20.
    private static let maxMeanComponents = 14
    /// That average is only looked at if at least this many tiles hold components.
    private static let minTiles = 50

    static func withoutNoise(_ components: [Bounds]) -> [Bounds] {
        var counts: [Tile: Int] = [:]
        for component in components {
            let isDust = max(component.width, component.height) < minSize
            counts[Tile(component), default: 0] += isDust ? 0 : 1
        }
        if counts.count >= minTiles, components.count > counts.count * maxMeanComponents { return [] }
        return components.filter { counts[Tile($0), default: 0] <= maxComponents }
    }

    private struct Tile: Hashable {
        let column: Int
        let row: Int

        init(_ component: Bounds) {
            column = (component.left + component.right) / 2 / NoiseFilter.tileSide
            row = (component.top + component.bottom) / 2 / NoiseFilter.tileSide
        }
    }
}
