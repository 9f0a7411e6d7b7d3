/// Drops what stands closer together than letters can: grain, foliage, crowds. Reading them would cost minutes and give
/// words that aren't there.
enum NoiseFilter {
    /// The side of a square in pixels of an ink map. It holds some ten letters, or twenty with their dots.
    private static let tile = 36
    private static let maxShapes = 40
    /// Dust doesn't hinder anybody.
    private static let minSize = 3
    /// Over a whole picture, dust included: the development pictures have 8 a square at most, pure noise 20.
    private static let maxMeanShapes = 14
    private static let enoughTiles = 50

    static func withoutNoise(_ components: [Bounds]) -> [Bounds] {
        var counts: [Tile: Int] = [:]
        for component in components {
            counts[Tile(component), default: 0] += max(component.width, component.height) < minSize ? 0 : 1
        }
        if counts.count >= enoughTiles, components.count > counts.count * maxMeanShapes { return [] }
        return components.filter { counts[Tile($0), default: 0] <= maxShapes }
    }

    private struct Tile: Hashable {
        let column: Int
        let row: Int

        init(_ component: Bounds) {
            column = (component.left + component.right) / 2 / NoiseFilter.tile
            row = (component.top + component.bottom) / 2 / NoiseFilter.tile
        }
    }
}
