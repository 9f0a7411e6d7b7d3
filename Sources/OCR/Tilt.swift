import CPictures
import Glibc
import Imaging
import TextAnalysis

import struct TextAnalysis.Box

/// How a picture lies on which the lines aren't level: a photo of a screen that wasn't held straight, a picture on its side or on its
/// head. The letters' bases tell it: seen along the lines, they fall on few rows, on fewer than their tops do.
struct Tilt {
    /// The angle by which the lines fall to the right, in radians.
    let angle: Double
    /// The number of quarter turns, clockwise, after which the lines slope by less than half a right angle.
    private let quarters: Int
    /// The picture's size in pixels.
    private let width: Int
    private let height: Int

    /// The largest slope that is looked for, and the step, in degrees; and the smallest slope of a picture that doesn't lie on a side.
    /// Smaller ones are read as they are.
    private static let maxSlope = 30.0
    private static let slopeStep = 0.5
    private static let minSlope = 1.5
    /// A picture's bases have at least this many times as great a concentration as if it were upright. Of the development pictures, none
    /// that is upright has more than 1.3, and hardly a tilted one less than 2.
    private static let minGain = 1.5
    /// A picture is tilted if at least this many letters show it. Of more than the second number, those in the middle of the longer side
    /// tell: spread over a tall picture, they would fall on few columns, and on many rows, by chance.
    private static let letterCounts = 24...1_500
    /// The height of the rows on which bases are counted, in pixels of an ink map: of lines that may slope, and of lines that are level.
    /// The lower ones tell bases from tops better.
    private static let rowHeights = (sloping: 2.0, level: 1.0)
    /// Larger pictures aren't turned, which would take too much memory.
    private static let maxPixels = 20_000_000

    /// Returns nil where the lines are level, or show no slope clearly.
    init?(of detected: borrowing DetectedLines) {
        let picture = (width: detected.picture.width, height: detected.picture.height)
        guard picture.width * picture.height <= Self.maxPixels else { return nil }
        switch detected.ink {
        case .some(let ink):
            self.init(
                of: ink.components.filter(LineFinder.mayBeLetter), width: picture.width,
                height: picture.height)
        case .none: return nil
        }
    }

    /// - Parameters:
    ///   - letters: in pixels of an ink map.
    ///   - width: of the picture in its own pixels, as the height.
    init?(of letters: [Bounds], width: Int, height: Int) {
        guard letters.count >= Self.letterCounts.lowerBound else { return nil }
        let along = letters.sorted { width > height ? $0.left < $1.left : $0.top < $1.top }
        let others = max(0, letters.count - Self.letterCounts.upperBound)
        let sample = Array(along.dropFirst(others / 2).prefix(Self.letterCounts.upperBound))
        let sides = (0..<4).map { Side(sample, quarters: $0) }
        let (sloping, level) = Self.rowHeights
        // Boxes around sloping letters don't tell bases from tops, so that lines become level before they are turned upside down.
        var best = (
            side: 2, slope: 0.0, gain: sides[2].concentration(0, level) / sides[0].concentration(0, level)
        )
        let upright = sides[0].concentration(0, sloping)
        for side in [0, 1, 3] {
            for slope in stride(from: -Self.maxSlope, through: Self.maxSlope, by: Self.slopeStep) {
                let gain = sides[side].concentration(slope, sloping) / upright
                if gain > best.gain { best = (side, slope, gain) }
            }
        }
        guard best.gain >= Self.minGain, best.side != 0 || abs(best.slope) >= Self.minSlope else {
            return nil
        }
        angle = best.slope * .pi / 180 - Double(best.side) * .pi / 2
        quarters = best.side
        (self.width, self.height) = (width, height)
    }

    /// The bases of a picture's letters, if the picture is turned by some quarters first.
    private struct Side {
        private let bases: [(x: Double, y: Double)]
        private let right: Double
        private let reach: Double

        init(_ letters: [Bounds], quarters: Int) {
            let (right, bottom) = (letters.map(\.right).max() ?? 0, letters.map(\.bottom).max() ?? 0)
            bases = letters.map { letter in
                let middle = (
                    x: Double(letter.left + letter.right) / 2, y: Double(letter.top + letter.bottom) / 2
                )
                return switch quarters {
                case 0: (middle.x, Double(letter.bottom))
                case 1: (Double(bottom) - middle.y, Double(letter.right))
                case 2: (Double(right) - middle.x, Double(bottom - letter.top))
                default: (middle.y, Double(right - letter.left))
                }
            }
            self.right = Double(max(right, bottom))
            reach = Double(right + bottom) * 1.5
        }

        /// The sum of the squares of the numbers of bases on each row of lines that slope so.
        func concentration(_ slope: Double, _ rowHeight: Double) -> Double {
            let angle = slope * .pi / 180
            let (across, down) = (sin(angle) / rowHeight, cos(angle) / rowHeight)
            let first = max(0, right * across)
            var counts = [Int](repeating: 0, count: Int(reach / rowHeight) + 2)
            for base in bases { counts[Int(base.y * down - base.x * across + first)] += 1 }
            return Double(counts.reduce(0) { $0 + $1 * $1 })
        }
    }

    /// Returns the picture with level lines. It becomes larger, so that no corner is lost; nil if Leptonica has no memory.
    func level(_ detected: borrowing DetectedLines) -> Bitmap? {
        let slope = angle + Double(quarters) * .pi / 2
        var ground: Float = 0
        pixGetRankValueMasked(detected.picture.pix, nil, 0, 0, 8, 0.5, &ground, nil)
        guard let turned = LeptonicaImage(adopting: pixRotateOrth(detected.picture.pix, Int32(quarters)))
        else { return nil }
        let (across, down) = (abs(sin(slope)), cos(slope))
        let (width, height) = (Double(turned.width), Double(turned.height))
        let aside = Int32(max(0, width * down + height * across - width) / 2 + 1)
        let above = Int32(max(0, width * across + height * down - height) / 2 + 1)
        guard
            let larger = LeptonicaImage(
                adopting: pixAddBorderGeneral(turned.pix, aside, aside, above, above, UInt32(ground))),
            let level = LeptonicaImage(adopting: pixRotateAMGray(larger.pix, Float(-slope), UInt8(ground)))
        else { return nil }
        let size = (level.width, level.height)
        return level.greyBytes().map { Bitmap(width: size.0, height: size.1, pixels: $0) }
    }

    /// Returns what was read on the level picture with places on the picture as it lay: the box around a sloping word.
    func onPicture(_ transcript: Transcript) -> Transcript {
        var result = transcript
        (result.width, result.height) = (width, height)
        for line in result.lines.indices {
            for word in result.lines[line].words.indices {
                result.lines[line].words[word].box = onPicture(
                    transcript.lines[line].words[word].box, of: transcript)
            }
        }
        for line in result.unread.indices {
            result.unread[line].box = onPicture(transcript.unread[line].box, of: transcript)
        }
        return result
    }

    private func onPicture(_ box: Box, of level: Transcript) -> Box {
        let (across, down) = (sin(angle), cos(angle))
        let halves = (width: Double(box.width) / 2, height: Double(box.height) / 2)
        let x = Double(box.x) + halves.width - Double(level.width) / 2
        let y = Double(box.y) + halves.height - Double(level.height) / 2
        func range(around middle: Double, reach: Double, within size: Int) -> Range<Int> {
            let middle = middle + Double(size) / 2
            let start = min(size - 1, max(0, Int((middle - reach).rounded())))
            return start..<min(size, max(start + 1, Int((middle + reach).rounded())))
        }
        let columns = range(
            around: x * down - y * across, reach: abs(halves.width * down) + abs(halves.height * across),
            within: width)
        let rows = range(
            around: y * down + x * across, reach: abs(halves.height * down) + abs(halves.width * across),
            within: height)
        return Box(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
