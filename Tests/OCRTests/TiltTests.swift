import CPictures
import Foundation
import Imaging
import TestSupport
import Testing
import TextAnalysis

@testable import OCR

@Suite("Tilt") struct TiltTests {
    /// Lines of letters, a third of which rise above the others, turned around a place.
    private static func page(turnedBy degrees: Double) -> [Bounds] {
        (0..<200).map { number in
            let (line, letter) = (number / 20, number % 20)
            let left = Double(letter * 12)
            let bottom = Double(line * 26 + 12)
            let top = bottom - (letter % 3 == 0 ? 16 : 12)
            let corners = [(left, top), (left + 8, top), (left, bottom), (left + 8, bottom)].map {
                turned($0, by: degrees)
            }
            let (columns, rows) = (corners.map { $0.x + 1_000 }, corners.map { $0.y + 1_000 })
            return Bounds(
                left: columns.min() ?? 0, top: rows.min() ?? 0, right: columns.max() ?? 0,
                bottom: rows.max() ?? 0)
        }
    }

    private static func turned(_ place: (Double, Double), by degrees: Double) -> (x: Int, y: Int) {
        let angle = degrees * .pi / 180
        let x: Double = place.0 * cos(angle) - place.1 * sin(angle)
        let y: Double = place.1 * cos(angle) + place.0 * sin(angle)
        return (Int(x.rounded()), Int(y.rounded()))
    }

    @Test("Lines that slope, stand or hang show it", arguments: [-28.0, -6, 2, 12, 25, 90, -90, 180])
    func slopes(degrees: Double) throws {
        let tilt = try #require(Tilt(of: Self.page(turnedBy: degrees), width: 2_000, height: 2_000))
        #expect(abs(remainder(tilt.angle * 180 / .pi - degrees, 360)) <= 1)
    }

    @Test("Lines that slope and hang become level first", arguments: [84.0, -97, 170])
    func slopesAndHangs(degrees: Double) throws {
        let tilt = try #require(Tilt(of: Self.page(turnedBy: degrees), width: 2_000, height: 2_000))
        #expect(abs(remainder(tilt.angle * 180 / .pi - degrees, 180)) <= 1)
    }

    @Test("Level lines, a few letters, and shapes in disorder are left alone")
    func levels() {
        #expect(Tilt(of: Self.page(turnedBy: 0), width: 2_000, height: 2_000) == nil)
        #expect(Tilt(of: Self.page(turnedBy: 1), width: 2_000, height: 2_000) == nil)
        #expect(Tilt(of: Array(Self.page(turnedBy: 12).prefix(15)), width: 2_000, height: 2_000) == nil)
        var random = SeededGenerator(state: 3)
        let disorder = (0..<300).map { _ in
            let (x, y) = (Int.random(in: 0..<900, using: &random), Int.random(in: 0..<900, using: &random))
            return Bounds(left: x, top: y, right: x + 8, bottom: y + 12)
        }
        #expect(Tilt(of: disorder, width: 1_000, height: 1_000) == nil)
    }

    @Test("The aligned left edges of a tall picture's many lines aren't lines that stand")
    func tall() {
        var random = SeededGenerator(state: 5)
        let letters = (0..<600).flatMap { line in
            var left = 0
            return (0..<28).map { letter in
                left += Int.random(in: 8...16, using: &random)
                let bottom = line * 26 + 12
                return Bounds(left: left, top: bottom - 12, right: left + 8, bottom: bottom)
            }
        }
        #expect(Tilt(of: letters, width: 400, height: 15_600) == nil)
        let standing = letters.map {
            Bounds(left: $0.top, top: 400 - $0.right, right: $0.bottom, bottom: 400 - $0.left)
        }
        let tilt = Tilt(of: standing, width: 15_600, height: 400)
        #expect(tilt.map { ($0.angle * 180 / .pi).rounded() } == -90)
    }

    @Test(
        "A tilted picture's words are read, and their places are those on the picture as it was sent",
        arguments: [
            ("light.png", 8), ("dark.png", -20), ("light.png", 90), ("dark.png", 180), ("light.png", 270),
        ])
    func reads(name: String, degrees: Int) throws {
        let picture = try Self.turned(name, by: degrees)
        let (width, height) = (picture.width, picture.height)
        let level = try LevelPicture(picture)
        let found = try Fixture.engine().recognize(level.lines, by: .now + .seconds(60))
        let read = level.onBitmap(
            Transcript(
                lines: found.lines, width: level.bitmap.width, height: level.bitmap.height, languages: []))
        #expect(read.width == width && read.height == height)
        let words = read.lines.flatMap { $0.words }
        let places = try Fixture.places(name)
        #expect(Set(words.map { $0.text }) == Set(places.map { $0.text }))
        for place in places {
            let middle = (
                Double(place.x + place.width / 2 - 300), Double(place.y + place.height / 2 - 500)
            )
            let expected = Self.turned(middle, by: Double(degrees))
            let isThere = words.contains { word in
                let (column, row) = (word.box.x + word.box.width / 2, word.box.y + word.box.height / 2)
                return word.text == place.text && abs(column - width / 2 - expected.x) <= 10
                    && abs(row - height / 2 - expected.y) <= 10
            }
            #expect(isThere, "\(place)")
        }
    }

    /// A fixture of 600 × 1000 pixels with a margin, turned clockwise.
    private static func turned(_ name: String, by degrees: Int) throws -> Bitmap {
        let ground: UInt32 = name == "dark.png" ? 0 : 255
        let angle = Float(degrees) * .pi / 180
        guard let upright = LeptonicaImage(try Fixture.bitmap(name), rows: 0..<1_000),
            let wide = LeptonicaImage(adopting: pixAddBorderGeneral(upright.pix, 300, 300, 100, 100, ground)),
            let turned = LeptonicaImage(
                adopting: degrees.isMultiple(of: 90)
                    ? pixRotateOrth(wide.pix, Int32((degrees + 360) / 90 % 4))
                    : pixRotateAMGray(wide.pix, angle, UInt8(ground)))
        else { throw OCRError.recognitionFailed }
        let (width, height) = (turned.width, turned.height)
        guard let pixels = turned.greyBytes() else { throw OCRError.recognitionFailed }
        return Bitmap(width: width, height: height, pixels: pixels)
    }
}
