import CPictures
import Imaging
import TestSupport
import Testing

@testable import OCR

@Suite("Enlarging") struct EnlargingTests {
    @Test(
        "Makes what Leptonica makes", arguments: [(1, 1), (1, 9), (5, 3), (7, 11), (64, 40)],
        [(1.0, 1.0), (2.9, 3.1), (3, 3), (7.3, 1)])
    func makesWhatLeptonicaMakes(
        size: (width: Int, height: Int), scale: (x: Double, y: Double)
    ) {
        var random = SeededGenerator(state: UInt64(size.width))
        let grey = (0..<size.width * size.height).map { _ in UInt8.random(in: 0...255, using: &random) }
        let (width, height) = (Int(Double(size.width) * scale.x), Int(Double(size.height) * scale.y))
        let (scaleX, scaleY) = (Float(width) / Float(size.width), Float(height) / Float(size.height))
        guard let small = LeptonicaImage(grey: grey, width: size.width),
            let ours = LeptonicaImage.enlarging(small, width: width, height: height),
            let theirs = LeptonicaImage(adopting: pixScaleGrayLI(small.pix, scaleX, scaleY))
        else {
            Issue.record("no memory")
            return
        }
        let (ourWidth, theirWidth) = (ours.width, theirs.width)
        #expect(ourWidth == width && theirWidth == width)
        let (mine, other) = (ours.greyBytes(), theirs.greyBytes())
        #expect(mine != nil && mine == other)
    }

    @Test("Makes nothing smaller") func makesNothingSmaller() {
        guard let picture = LeptonicaImage(grey: Array(repeating: 9, count: 12), width: 4) else { return }
        if LeptonicaImage.enlarging(picture, width: 3, height: 3) != nil { Issue.record("smaller") }
    }
}
