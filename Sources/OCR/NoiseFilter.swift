/// Drops components that stand closer together than letters can: grain, foliage, crowds. Reading them would take minutes and
/// give words that aren't there.
enum NoiseFilter {
    /// Side of a tile in pixels of an ink map. A tile holds some ten letters, or twenty with their dots.
    private static let tileSide = 36
    /// Components in a tile above which all of them are noise: twice what text has.
    private static let maxComponents = 40
    /// Size in pixels of an ink map from which a component counts: dust hinders no reading.
    private static let minSize = 3
    /// Mean number of components a tile, dust included, above which a whole picture is noise: the development pictures have 8
    /// at most, pure noise has 20.
    private static let maxMeanComponents = 14
    /// Fewest tiles with components for which that mean is looked at.
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
