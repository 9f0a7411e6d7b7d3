import TextAnalysis

/// Dialogs: one surface in the middle that holds most of the text, with space on either side.
enum PopUp {
    /// The width of the space left of the surface, as a share of the screen's width.
    private static let margins = 0.03...0.30
    /// The surface holds at least this share of the text.
    private static let minShare = 0.6
    /// Twice the largest distance of the surface's middle from the screen's middle, as a multiple of the line's height.
    private static let centreTolerance = 2

    static func isShown(_ screen: Screen) -> Bool {
        let fragments = screen.blocks.flatMap(\.fragments).filter { $0.role == .incoming }
        let all = fragments.reduce(0) { $0 + $1.text.utf8.count }
        let inside = fragments.reduce(0) { $0 + (isInside($1, screen) ? $1.text.utf8.count : 0) }
        return screen.isPhoneShaped && all > 0 && Double(inside) >= minShare * Double(all)
    }

    private static func isInside(_ fragment: Fragment, _ screen: Screen) -> Bool {
        guard let left = fragment.left, let right = fragment.right else { return false }
        let margin = Double(left - screen.area.x) / Double(screen.area.width)
        return margins.contains(margin)
            && abs(left + right - screen.area.middleX2) < centreTolerance * fragment.height
    }
}
