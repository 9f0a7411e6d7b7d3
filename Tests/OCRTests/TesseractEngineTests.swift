import Imaging
import OCR
import Testing
import TextAnalysis

@Suite("Tesseract engine") struct TesseractEngineTests {
    /// Debian's gold linker, which Swift uses there, lets `CSerialTesseract` replace libgomp. Another linker may not.
    @Test("Runs without teams of threads") func runsWithoutTeamsOfThreads() {
        #expect(TesseractEngine.isSerial)
    }

    @Test("Reads every word where it was drawn", arguments: ["light.png", "dark.png", "bubbles.png"])
    func readsEveryWordWhereItWasDrawn(name: String) throws {
        let transcript = try Fixture.engine().recognize(try Fixture.bitmap(name), timeLimit: .seconds(60))
        let places = try Fixture.places(name)
        let words = transcript.lines.flatMap(\.words)
        #expect(words.map(\.text) == places.map(\.text))
        for (word, place) in zip(words, places) {
            #expect(place.covered(by: word.box) > 0.7, "\(word)")
            #expect(word.box.width <= place.width + 12 && word.box.height <= place.height + 12, "\(word)")
            #expect((0.5...1).contains(word.confidence))
        }
        let last: LineRole = name == "bubbles.png" ? .outgoing : .incoming
        #expect(transcript.lines.map(\.role) == [.incoming, .incoming, last])
        #expect(transcript.width == 600 && transcript.height == 1000)
        #expect(transcript.languages == ["eng"])
    }

    @Test("Reads a pale underlined link without the avatar beside it")
    func readsAPaleUnderlinedLinkWithoutTheAvatarBesideIt() throws {
        let transcript = try Fixture.engine().recognize(
            try Fixture.bitmap("link.png"), timeLimit: .seconds(60))
        let message = transcript.lines.filter { $0.role == .incoming }.flatMap(\.words)
        #expect(message.map(\.text) == (try Fixture.places("link.png")).map(\.text))
        #expect(transcript.lines.allSatisfy { $0.box.x > 100 })
    }

    @Test("Reads the end of a link on a line of its own") func readsTheEndOfALink() throws {
        let transcript = try Fixture.engine().recognize(
            try Fixture.bitmap("ending.png"), timeLimit: .seconds(60))
        #expect(transcript.lines.last?.words.map(\.text) == [".fr"])
    }

    @Test("Keeps the readings of links in small letters that look alike, with their odds")
    func keepsTheReadingsOfUnclearLinks() throws {
        let transcript = try Fixture.engine().recognize(
            try Fixture.bitmap("unsure.png"), timeLimit: .seconds(60))
        let unsure = transcript.lines.flatMap(\.words).filter { !$0.otherReadings.isEmpty }
        #expect(!unsure.isEmpty)
        for word in unsure {
            #expect(Set(word.readings.map(\.text)).count == word.readings.count)
            #expect(word.readings.allSatisfy { $0.odds > 0 && $0.odds < 1 })
            #expect(word.readings[0].text == word.text)
        }
    }

    @Test("Reads pale text where there is no other") func readsPaleText() throws {
        let black = try Fixture.bitmap("light.png")
        let pixels = black.withPixels { $0.map { 215 + $0 / 10 } }
        let pale = Bitmap(width: black.width, height: black.height, pixels: pixels)
        let transcript = try Fixture.engine().recognize(pale, timeLimit: .seconds(60))
        #expect(
            transcript.lines.flatMap(\.words).map(\.text) == (try Fixture.places("light.png")).map(\.text))
    }

    @Test("Begins no line when the time for lines is spent") func stops() throws {
        let lines = try DetectedLines(on: try Fixture.bitmap("light.png"))
        let engine = try Fixture.engine()
        let nothing = try engine.recognize(lines, by: .now + .seconds(60), within: LineBudget(.zero))
        #expect(nothing.lines.isEmpty && !nothing.areAll)
        let all = try engine.recognize(lines, by: .now + .seconds(60), within: LineBudget(.seconds(60)))
        #expect(all.lines.count == 3 && all.areAll)
    }

    @Test("Finds nothing where nothing is", arguments: ["blank.png", "noise.png"])
    func findsNothingWhereNothingIs(name: String) throws {
        let transcript = try Fixture.engine().recognize(try Fixture.bitmap(name), timeLimit: .seconds(60))
        #expect(transcript.lines.isEmpty)
        #expect(transcript.confidence == 0)
    }

    @Test(
        "Survives small pictures",
        arguments: [
            (1, 1), (3, 3), (1, 4000), (4000, 1), (12, 12), (13, 40), (36, 36), (40, 3000), (3000, 40),
        ])
    func survivesSmallPictures(width: Int, height: Int) throws {
        let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        let bitmap = Bitmap(width: width, height: height, pixels: pixels)
        let transcript = try Fixture.engine().recognize(bitmap, timeLimit: .seconds(60))
        #expect(
            transcript.lines.allSatisfy {
                $0.box.x + $0.box.width <= width && $0.box.y + $0.box.height <= height
            })
        #expect(transcript.width == width)
    }

    @Test("Reads pictures taller than Tesseract takes") func readsPicturesTallerThanTesseractTakes() throws {
        // The page comes again far below, where only the last strip reaches.
        let page = try Fixture.bitmap("light.png")
        var pixels = page.withPixels(Array.init)
        let offset = 33_000
        pixels += [UInt8](repeating: 255, count: page.width * (offset - page.height)) + pixels
        let bitmap = Bitmap(width: page.width, height: offset + page.height, pixels: pixels)
        let transcript = try Fixture.engine().recognize(bitmap, timeLimit: .seconds(120))
        let places = try Fixture.places("light.png")
        let words = transcript.lines.flatMap(\.words)
        #expect(words.map(\.text) == places.map(\.text) + places.map(\.text))
        for (word, place) in zip(words.suffix(places.count), places) {
            #expect(abs(word.box.y - offset - place.y) <= 6)
        }
    }

    @Test("Stops at its time limit") func stopsAtItsTimeLimit() throws {
        let engine = try Fixture.engine()
        let bitmap = try Fixture.bitmap("light.png")
        #expect(throws: OCRError.deadlineExceeded) { try engine.recognize(bitmap, timeLimit: .zero) }
        #expect(throws: OCRError.deadlineExceeded) {
            try engine.recognize(bitmap, timeLimit: .milliseconds(5))
        }
        // And can be used again.
        #expect(try engine.recognize(bitmap, timeLimit: .seconds(60)).lines.count == 3)
    }

    @Test("Reads the same again") func readsTheSameAgain() throws {
        let engine = try Fixture.engine()
        let first = try engine.recognize(try Fixture.bitmap("light.png"), timeLimit: .seconds(60))
        _ = try engine.recognize(try Fixture.bitmap("bubbles.png"), timeLimit: .seconds(60))
        #expect(try engine.recognize(try Fixture.bitmap("light.png"), timeLimit: .seconds(60)) == first)
    }

    @Test("Refuses what is not installed") func refusesWhatIsNotInstalled() throws {
        let tessdata = try Tessdata(directory: nil)
        #expect(throws: OCRError.missingLanguage("xx_no")) {
            try TesseractEngine(tessdata: tessdata, languages: ["eng", "xx_no"])
        }
        #expect(throws: OCRError.missingLanguage("../eng")) {
            try TesseractEngine(tessdata: tessdata, languages: ["../eng"])
        }
        #expect(throws: OCRError.initialisationFailed(languages: [])) {
            try TesseractEngine(tessdata: tessdata, languages: [])
        }
    }
}
