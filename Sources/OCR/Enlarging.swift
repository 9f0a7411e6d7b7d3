import CPictures
import Imaging

extension LeptonicaImage {
    /// Enlarges a grey image by linear interpolation. The result is that of `pixScaleGrayLI`, byte for byte, in a third of the
    /// time, because two rows are blended once for all pixels of a row (docs/adr/0012-tesseract-without-openmp.md).
    /// - Parameters:
    ///   - width: the new width in pixels, at least that of the image.
    ///   - height: the new height in pixels, at least that of the image.
    /// - Returns: nil if the image isn't grey, or would become smaller, or memory ran out.
    static func enlarging(
        _ source: borrowing LeptonicaImage, width: Int, height: Int
    ) -> LeptonicaImage? {
        guard pixGetDepth(source.pix) == 8, width >= source.width, height >= source.height,
            let result = LeptonicaImage(adopting: pixCreate(Int32(width), Int32(height), 8)),
            let from = pixGetData(source.pix), let to = pixGetData(result.pix)
        else { return nil }
        let (stride, resultStride) = (Int(pixGetWpl(source.pix)) * 4, Int(pixGetWpl(result.pix)) * 4)
        let columns = Interpolation.of(source.width, on: width)
        let rows = Interpolation.of(source.height, on: height)
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: stride) { blend in
            from.withMemoryRebound(to: UInt8.self, capacity: stride * source.height) { from in
                to.withMemoryRebound(to: UInt8.self, capacity: resultStride * height) { to in
                    for (y, row) in rows.enumerated() {
                        let (upper, lower) = (from + Int(row.first) * stride, from + Int(row.second) * stride)
                        for x in 0..<stride {
                            blend[x] =
                                UInt16(upper[x]) &* (Interpolation.shares &- row.share) &+ UInt16(lower[x])
                                &* row.share
                        }
                        let line = to + y * resultStride
                        for (x, column) in columns.enumerated() {
                            let value =
                                blend[Int(column.first ^ byteOrder)] &* (Interpolation.shares &- column.share)
                                &+ blend[Int(column.second ^ byteOrder)] &* column.share &+ 128
                            line[x ^ Int(byteOrder)] = UInt8(truncatingIfNeeded: value >> 8)
                        }
                    }
                }
            }
        }
        return result
    }

    /// What turns a column into the offset of its byte. Leptonica keeps four pixels in a 32-bit word, the first in the highest byte.
    private static var byteOrder: UInt32 { UInt32(1).littleEndian == 1 ? 3 : 0 }

    /// The two pixels between which a new pixel lies, and the second one's share in sixteenths, as in Leptonica.
    private struct Interpolation {
        let first: UInt32
        let second: UInt32
        let share: UInt16

        /// All shares of a pixel together.
        static let shares: UInt16 = 16

        static func of(_ size: Int, on larger: Int) -> [Interpolation] {
            let step = 16 * Float(size) / Float(larger)
            return (0..<larger).map { index in
                let place = Int(step * Float(index))
                let first = min(place >> 4, size - 1)
                return Interpolation(
                    first: UInt32(first), second: UInt32(min(first + 1, size - 1)), share: UInt16(place & 15))
            }
        }
    }
}
