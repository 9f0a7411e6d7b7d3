import TextAnalysis

/// Finds the screen on pictures with a frame around it. A frame has one grey and straight sides.
enum ScreenArea {
    /// About this many rows or columns are looked at, enough to see a straight side.
    private static let lanes = 96
    /// A frame's pixels differ by at most this many grey levels.
    private static let tolerance = 4
    /// The frame's inner side is where at least this share of the lanes leaves the frame.
    private static let sideShare = 0.6
    /// At most this share of the lanes may leave the frame before its inner side.
    private static let dirtShare = 0.02
    /// The sides of a scaled picture may be blurred over this many pixels.
    private static let blur = 3
    /// The largest width of a frame on one side, as a share of the picture's width or height. A phone's screen in the middle of
    /// a wide picture has frames of 0.35 at both sides.
    private static let widestFrame = 0.45

    static func find(_ probe: PixelProbe) -> Box {
        let left = frame(probe.height, probe.width) { lane, position in probe.grey(position, lane) }
        let right = frame(probe.height, probe.width) { probe.grey(probe.width - 1 - $1, $0) }
        // A frame goes all around, unlike a status bar's ground.
        guard left > 0, right > 0 else { return Box(x: 0, y: 0, width: probe.width, height: probe.height) }
        let columns = left..<(probe.width - right)
        let top = frame(columns.count, probe.height) { probe.grey(columns.lowerBound + $0, $1) }
        let bottom = frame(columns.count, probe.height) {
            probe.grey(columns.lowerBound + $0, probe.height - 1 - $1)
        }
        return Box(x: left, y: top, width: columns.count, height: probe.height - top - bottom)
    }

    /// Returns the width of the frame at one border of the picture; 0 if there is none.
    private static func frame(
        _ laneCount: Int, _ positions: Int, _ grey: (_ lane: Int, _ position: Int) -> Int
    ) -> Int {
        let step = max(1, laneCount / lanes)
        let chosen = Array(stride(from: step / 2, to: laneCount, by: step))
        let level = grey(laneCount / 2, 0)
        var left: Int?
        for position in 0..<Int(widestFrame * Double(positions)) {
            let away = Double(chosen.count { abs(grey($0, position) - level) > tolerance })
            if away >= sideShare * Double(chosen.count) { return position }
            if away > dirtShare * Double(chosen.count) { left = left ?? position }
            // A straight side leaves the frame on nearly all lanes within the blur.
            if let left, position - left > blur { return 0 }
        }
        return 0
    }
}
