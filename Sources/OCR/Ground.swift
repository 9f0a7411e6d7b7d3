import CLeptonica
import Imaging

/// Finds the grey of what text stands on.
enum Ground {
    /// Half the side of the square in which the ground is looked for, in pixels of the ground. It is small, so that the ground is
    /// sharp at a bubble's edge, and two dense lines of bold letters fill most of it.
    private static let radius: Int32 = 5
    /// The ranks of dark ground, of the median and of light ground among the greys in that square. Text covers less than three quarters.
    private static let ranks: (low: Float, middle: Float, high: Float) = (0.25, 0.5, 0.75)
    /// Half the side of the square in which places decide together whether the ground is lighter or darker than the text. With a larger
    /// one, the page outvotes the corners of bubbles.
    private static let jury: Int32 = 3
    /// What stands for "neither" where places decide, as grey levels have no sign.
    private static let undecided = 128

    /// Returns the ground of a picture, smaller by a factor; nil if Leptonica has no memory or the picture is smaller than that.
    ///
    /// Light ground is the grey that a quarter of a square exceeds, dark ground the grey that a quarter falls below. Text, being less
    /// than its ground, draws the mean to its own side of the median; places where it covers more are outvoted by those around.
    static func of(_ picture: borrowing LeptonicaImage, smallerBy factor: Int) -> LeptonicaImage? {
        let (scale, side) = (1 / Float(factor), 2 * radius + 1)
        // Single pixels are taken and not their means, which are neither ground nor text where letters stand close.
        guard let sample = LeptonicaImage(adopting: pixScaleBySampling(picture.pix, scale, scale)),
            let low = LeptonicaImage(adopting: pixRankFilterGray(sample.pix, side, side, ranks.low)),
            let median = LeptonicaImage(adopting: pixRankFilterGray(sample.pix, side, side, ranks.middle)),
            let high = LeptonicaImage(adopting: pixRankFilterGray(sample.pix, side, side, ranks.high)),
            let mean = LeptonicaImage(adopting: pixBlockconv(sample.pix, radius, radius)),
            let lows = bytes(of: low), let medians = bytes(of: median), let highs = bytes(of: high),
            let means = bytes(of: mean)
        else { return nil }
        for place in medians.indices {
            medians[place] = UInt8(clamping: undecided + Int(medians[place]) - Int(means[place]))
        }
        guard let smooth = LeptonicaImage(adopting: pixBlockconv(median.pix, jury, jury)),
            let votes = bytes(of: smooth)
        else { return nil }
        for place in votes.indices where votes[place] < undecided { highs[place] = lows[place] }
        return high
    }

    private static func bytes(of image: borrowing LeptonicaImage) -> UnsafeMutableRawBufferPointer? {
        pixGetData(image.pix).map {
            UnsafeMutableRawBufferPointer(
                start: $0, count: Int(pixGetWpl(image.pix)) * image.height * MemoryLayout<UInt32>.size)
        }
    }
}
