/// A bounding box by its edges: of a connected component, a glyph or a line. In pixels of the image that it was found on.
struct Bounds: Equatable {
    var left: Int
    var top: Int
    /// One beyond the last column.
    var right: Int
    /// One beyond the last row.
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
}
