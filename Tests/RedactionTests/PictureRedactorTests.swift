import Imaging
import TestSupport
import Testing
import TextAnalysis

@testable import Redaction

/// Pictures that are drawn here: strokes for words, noise for photos.
@Suite("Covering pictures")
struct PictureRedactorTests {
    private static let (width, height) = (720, 600)
    private static let shown = Box(x: 60, y: 100, width: 200, height: 30)
    private static let hidden = Box(x: 300, y: 100, width: 200, height: 30)
    private static let unread = Box(x: 60, y: 300, width: 200, height: 30)
    private static let photo = Box(x: 400, y: 300, width: 200, height: 200)

    /// Strokes over a box and three pixels beyond it, as OCR's boxes are too tight.
    private static func isStroke(_ x: Int, _ y: Int, _ box: Box) -> Bool {
        x >= box.x - 3 && x < box.x + box.width + 3 && y >= box.y - 3 && y < box.y + box.height + 3
            && x % 12 < 5
    }

    private static var picture: PlainPNG {
        var random = SeededGenerator(state: 7)
        let noise = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
        return PlainPNG(width: width, height: height) { x, y in
            if photo.x..<photo.x + photo.width ~= x, photo.y..<photo.y + photo.height ~= y {
                return noise[y * width + x]
            }
            return [shown, hidden, unread].contains { isStroke(x, y, $0) } ? 20 : 240
        }
    }

    private static var plan: RedactionPlan {
        var plan = RedactionPlan(width: width, height: height)
        plan.shown = [shown]
        plan.hidden = [.init(.name, hidden)]
        plan.counts = [.name: 1]
        return plan
    }

    private func redacted(_ image: PlainPNG, _ plan: RedactionPlan = plan) throws -> RedactedPicture {
        try #require(try PictureRedactor.redact(image.bytes, plan, ImageDecoder()))
    }

    /// The colours in a part of a picture, as differences from the covering colour.
    private func isCovered(_ picture: borrowing Bitmap, x: Range<Int>, y: Range<Int>) -> Bool {
        let color = PictureRedactor.color
        let grey = (299 * Int(color.0) + 587 * Int(color.1) + 114 * Int(color.2) + 500) / 1_000
        return y.allSatisfy { y in x.allSatisfy { abs(Int(picture[$0, y]) - grey) <= 1 } }
    }

    @Test("Words are covered to their last pixel, and shown ones are left as they were")
    func words() throws {
        let after = try ImageDecoder().decode(try redacted(Self.picture).png)
        let before = try ImageDecoder().decode(Self.picture.bytes)
        let (hidden, shown) = (Self.hidden, Self.shown)
        let isWhole = isCovered(
            after, x: hidden.x - 3..<hidden.x + hidden.width + 3,
            y: hidden.y - 3..<hidden.y + hidden.height + 3)
        #expect(isWhole)
        for y in shown.y - 4..<shown.y + shown.height + 4 {
            for x in shown.x - 4..<shown.x + shown.width + 4 where before[x, y] != after[x, y] {
                Issue.record("\(x), \(y)")
            }
        }
    }

    @Test("Where a word was parted within a letter, the whole letter is covered")
    func parted() throws {
        // One broad letter between a shown word's box and a covered one.
        let letter = Box(x: 262, y: 100, width: 24, height: 30)
        let image = PlainPNG(width: Self.width, height: Self.height) { x, y in
            let isLetter = letter.x..<letter.x + letter.width ~= x && letter.y..<letter.y + letter.height ~= y
            return isLetter && (x + y) % 6 < 3
                || Self.isStroke(x, y, Box(x: 60, y: 103, width: 180, height: 24)) ? 20 : 240
        }
        var plan = RedactionPlan(width: Self.width, height: Self.height)
        plan.shown = [Box(x: 60, y: 100, width: 218, height: 30)]
        plan.hidden = [.init(.name, Box(x: 279, y: 100, width: 100, height: 30))]
        let after = try ImageDecoder().decode(try redacted(image, plan).png)
        let isWhole = isCovered(
            after, x: letter.x..<letter.x + letter.width, y: letter.y..<letter.y + letter.height)
        let isShown = !isCovered(after, x: 60..<240, y: 100..<130)
        #expect(isWhole && isShown)
    }

    @Test("What no plan names is covered too: unread words, pictures")
    func rest() throws {
        let picture = try redacted(Self.picture)
        #expect(picture.counts[.name] == 1 && picture.counts[.picture] == 1)
        #expect((picture.counts[.unread] ?? 0) >= 1)
        let after = try ImageDecoder().decode(picture.png)
        let (photo, unread) = (Self.photo, Self.unread)
        let photoIsGone = isCovered(
            after, x: photo.x..<photo.x + photo.width, y: photo.y..<photo.y + photo.height)
        // The last stroke ends four pixels before the box does.
        let wordIsGone = isCovered(
            after, x: unread.x..<unread.x + unread.width - 4, y: unread.y - 3..<unread.y + unread.height + 3)
        #expect(photoIsGone && wordIsGone)
    }

    @Test("A photo of plain parts is covered whole, also where a word's box touches it")
    func plainPhoto() throws {
        // A sky, a beach and a lake, as wide as the message whose first line stands right below them.
        let photo = Box(x: 60, y: 200, width: 420, height: 240)
        let shown = Box(x: 60, y: 436, width: 200, height: 30)
        let image = PlainPNG(width: Self.width, height: Self.height) { x, y in
            if photo.x..<photo.x + photo.width ~= x, photo.y..<photo.y + photo.height ~= y {
                return y < 300 ? 190 : y < 340 ? 160 : 100
            }
            return Self.isStroke(x, y, Box(x: 63, y: 447, width: 194, height: 16)) ? 20 : 240
        }
        var plan = RedactionPlan(width: Self.width, height: Self.height)
        plan.shown = [shown]
        let after = try ImageDecoder().decode(try redacted(image, plan).png)
        let isWhole = isCovered(
            after, x: photo.x..<photo.x + photo.width, y: photo.y..<photo.y + photo.height - 16)
        let isShown = !isCovered(after, x: 60..<260, y: 446..<466)
        #expect(isWhole && isShown)
    }

    @Test("A barcode is covered though each of its stripes is a line, and a single line isn't")
    func barcode() throws {
        let code = Box(x: 300, y: 200, width: 200, height: 120)
        let image = PlainPNG(width: Self.width, height: Self.height) { x, y in
            if code.x..<code.x + code.width ~= x, code.y..<code.y + code.height ~= y {
                return (x - code.x) % 10 < 4 ? 0 : 240
            }
            return y == 500 || Self.isStroke(x, y, Self.shown) ? 20 : 240
        }
        var plan = RedactionPlan(width: Self.width, height: Self.height)
        plan.shown = [Self.shown]
        let after = try ImageDecoder().decode(try redacted(image, plan).png)
        let isWhole = isCovered(
            after, x: code.x..<code.x + code.width - 8, y: code.y + 4..<code.y + code.height - 4)
        #expect(isWhole)
        #expect(after[300, 500] == 20)
    }

    @Test("The file holds nothing but the pixels, upright")
    func bare() throws {
        var image = Self.picture
        image.orientation = 6
        var plan = RedactionPlan(width: Self.height, height: Self.width)
        plan.shown = [Box(x: 1, y: 1, width: 9, height: 9)]
        let picture = try redacted(image, plan)
        #expect(picture.width == Self.height && picture.height == Self.width)
        #expect(PNGStructure.isBare(picture.png, width: Self.height, height: Self.width))
        #expect(!PNGStructure.isBare(image.bytes, width: Self.width, height: Self.height))
        #expect(!PNGStructure.isBare(picture.png + [0], width: Self.height, height: Self.width))
        #expect(!PNGStructure.isBare(picture.png, width: Self.width, height: Self.height))
    }

    @Test("A picture of plain ground has nothing to cover")
    func empty() throws {
        let plain = PlainPNG(width: 300, height: 200) { x, _ in x < 150 ? 240 : 200 }
        #expect(try redacted(plain, RedactionPlan(width: 300, height: 200)).counts.isEmpty)
    }

    @Test("A picture with more pixels than an answer may have is reduced, and covered all the same")
    func large() throws {
        let (width, height) = (4_100, 4_000)
        let image = PlainPNG(width: width, height: height) { x, y in
            2_000..<2_400 ~= x && 1_000..<1_060 ~= y && x % 24 < 10 ? 20 : 240
        }
        var plan = RedactionPlan(width: width, height: height)
        plan.hidden = [.init(.phone, Box(x: 2_000, y: 1_000, width: 400, height: 60))]
        let picture = try redacted(image, plan)
        #expect(picture.width == width / 2 && picture.height == height / 2)
        let after = try ImageDecoder().decode(picture.png)
        let isWhole = isCovered(after, x: 1_000..<1_200, y: 500..<530)
        #expect(isWhole)
    }
}
