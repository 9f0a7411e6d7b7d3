/// The smallest box around strokes that hang together, in pixels of the picture it was found on.
struct Bounds: Equatable {
    var left: Int
    var top: Int
    /// One beyond the last column and row.
    var right: Int
    var bottom: Int

    var width: Int { right - left }
    var height: Int { bottom - top }
}
