/// Says of each component of an ink map why it is read or not, so that no text is lost without a trace.
struct InkAccount {
    enum Fate {
        /// It is part of a line.
        case line
        /// It is too small for a letter: a dot, a dash, a crumb of an underline, grain.
        case speck
        /// It is too large or too long for a letter: a picture, a bubble's edge, a rule.
        case picture
        /// It is drawn around a line.
        case frame
        /// It stands alone, as icons and avatars do.
        case icon
        /// Nothing explains why it isn't part of a line. It may be text.
        case unexplained
    }

    /// The fates of the map's components, in the same order.
    let fates: [Fate]

    /// A component stands alone if no other that may be a letter is nearer than this multiple of its height, in its rows.
    private static let loneliness = 1.6

    /// With more unexplained components than this, icons aren't told apart from them.
    private static let maxCompared = 5_000

    init(of components: [Bounds], lines: [TextLine]) {
        let extents = lines.map { line in
            let extent = line.extent
            return Bounds(
                left: line.bounds.left - 1, top: Int(extent.top.rounded(.down)), right: line.bounds.right + 1,
                bottom: Int(extent.bottom.rounded(.up)))
        }
        var fates = components.map { component in
            if extents.contains(where: { $0.containsMiddle(of: component) }) { return Fate.line }
            if component.height < LineFinder.minLetter { return .speck }
            if !LineFinder.mayBeLetter(component) { return .picture }
            if extents.contains(where: { component.contains($0) }) { return .frame }
            return .unexplained
        }
        let open = components.indices.filter { fates[$0] == .unexplained }
        // Each is compared with all others. No screen has as many.
        guard open.count <= Self.maxCompared else {
            self.fates = fates
            return
        }
        for index in open {
            let component = components[index]
            let reach = Int(Self.loneliness * Double(component.height))
            let room = Bounds(
                left: component.left - reach, top: component.top, right: component.right + reach,
                bottom: component.bottom)
            let hasNeighbour =
                open.contains { $0 != index && room.containsMiddle(of: components[$0]) }
                || extents.contains { room.overlaps($0) }
            if !hasNeighbour { fates[index] = .icon }
        }
        self.fates = fates
    }
}
