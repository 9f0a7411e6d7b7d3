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

    static func withoutNoise(_ shapes: [Shape]) -> [Shape] {
        var counts: [Tile: Int] = [:]
        for shape in shapes {
            counts[Tile(shape), default: 0] += max(shape.width, shape.height) < minSize ? 0 : 1
        }
        if counts.count >= enoughTiles, shapes.count > counts.count * maxMeanShapes { return [] }
        return shapes.filter { counts[Tile($0), default: 0] <= maxShapes }
    }

    private struct Tile: Hashable {
        let column: Int
        let row: Int

        init(_ shape: Shape) {
            column = (shape.left + shape.right) / 2 / NoiseFilter.tile
            row = (shape.top + shape.bottom) / 2 / NoiseFilter.tile
        }
    }
}
