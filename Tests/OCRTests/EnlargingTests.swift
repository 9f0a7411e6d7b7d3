import CTesseract
import Imaging
import Testing

@testable import OCR

@Suite struct EnlargingTests {
    @Test(
        arguments: [(1, 1), (1, 9), (5, 3), (7, 11), (64, 40)], [(1.0, 1.0), (2.9, 3.1), (3, 3), (7.3, 1)])
    func makesWhatLeptonicaMakes(size: (width: Int, height: Int), scale: (x: Double, y: Double)) throws {
        var generator = SystemRandomNumberGenerator()
        let grey = (0..<size.width * size.height).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let small = try #require(LeptonicaImage(grey: grey, width: size.width))
        let (width, height) = (Int(Double(size.width) * scale.x), Int(Double(size.height) * scale.y))
        let ours = try #require(LeptonicaImage.enlarging(small, width: width, height: height))
        let theirs = try #require(
            LeptonicaImage(
                adopting: pixScaleGrayLI(
                    small.pix, Float(width) / Float(size.width), Float(height) / Float(size.height))))
        #expect(ours.width == width && ours.height == height)
        let (mine, other) = (try #require(ours.greyBytes()), try #require(theirs.greyBytes()))
        #expect(mine == other)
    }

    @Test func makesNothingSmaller() throws {
        let picture = try #require(LeptonicaImage(grey: Array(repeating: 9, count: 12), width: 4))
        #expect(LeptonicaImage.enlarging(picture, width: 3, height: 3) == nil)
    }
}
