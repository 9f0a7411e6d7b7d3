import Imaging
import Testing

@testable import OCR

@Suite struct StripCutterTests {
    /// Stripes of "text" with one gap in the part of the strip where it may end.
    @Test func stripsEndWhereNothingIsWritten() {
        let (width, height, gap) = (20, 300, 85..<95)
        let pixels = (0..<width * height).map { index -> UInt8 in
            gap.contains(index / width) ? 255 : (index / 2).isMultiple(of: 2) ? 0 : 255
        }
        let bitmap = Bitmap(width: width, height: height, pixels: pixels)
        #expect(StripCutter.cut(bitmap, from: 0, height: 100) == 90)
        #expect((276...300).contains(StripCutter.cut(bitmap, from: 200, height: 100)))
        #expect(StripCutter.cut(bitmap, from: 180, height: 100) == 300)
    }
}
