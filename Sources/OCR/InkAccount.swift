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
        /// It stands alone or with few others, as icons and avatars do.
        case icon
        /// It stands together with others as letters do, and counts as unread.
        case unexplained
    }

    /// The fates of the map's components, in the same order.
    let fates: [Fate]

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
        let unread = UnreadText(open.map { components[$0] }).groups
        for index in open where !unread.contains(where: { $0.bounds.containsMiddle(of: components[index]) }) {
            fates[index] = .icon
        }
        self.fates = fates
    }
}
