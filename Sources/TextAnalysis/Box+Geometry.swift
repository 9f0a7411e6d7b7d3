extension Box {
    package static let zero = Box(x: 0, y: 0, width: 0, height: 0)

    /// Returns the smallest box around two on the same picture.
    package func union(_ other: Box) -> Box {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Box(
            x: left, y: top,
            width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top, picture: picture)
    }

    /// Returns the same place on the image in another size; the box stays at least a pixel wide and high.
    func scaled(from: (width: Int, height: Int), to: (width: Int, height: Int)) -> Box {
        let (left, top) = (x * to.width / from.width, y * to.height / from.height)
        let right = (x + width) * to.width / from.width
        let bottom = (y + height) * to.height / from.height
        return Box(x: left, y: top, width: max(1, right - left), height: max(1, bottom - top))
    }
}
