/// The box around a connected component, a glyph or a line, given by its edges in pixels of the image on which it was found.
struct Bounds: Equatable {
    var left: Int
    var top: Int
    /// The column after the last one that belongs to the box.
    var right: Int
    /// The row below the last one that belongs to the box.
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
}
