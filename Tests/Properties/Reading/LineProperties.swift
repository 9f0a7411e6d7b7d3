#if DEBUG || FUZZING
    @testable import OCR
    import Imaging
    import TextAnalysis

    /// Checks that lines are found and that several readings of them are merged soundly.
    enum LineProperties {
        private static let maxLines = 2_000

        /// Finds lines among boxes of connected pixels. The boxes have the form that Leptonica gives them and lie
        /// anywhere in an ink map.
        static func checkLines(_ choices: inout Choices) {
            let (width, height) = (choices.number(1..<2_000), choices.number(1..<4_000))
            var shapes: [Bounds] = []
            while choices.areLeft {
                let box = choices.box(width: width, height: height)
                // The boxes stand in rows like letters, because random boxes would form no lines.
                let (count, pitch) = (choices.number(0..<40), choices.number(1..<20))
                for index in 0...count {
                    let left = box.x + index * (min(box.width, 30) + pitch)
                    let right = min(width, left + box.width)
                    guard right > left else { break }
                    shapes.append(Bounds(left: left, top: box.y, right: right, bottom: box.y + box.height))
                }
            }
            let quiet = NoiseFilter.withoutNoise(shapes)
            precondition(quiet.count <= shapes.count)
            let lines = LineFinder.lines(of: quiet, height: height)
            precondition(lines.count <= maxLines && lines.reduce(0) { $0 + $1.letters.count } <= quiet.count)
            for line in lines {
                let (bounds, extent) = (line.bounds, line.extent)
                precondition(bounds.left >= 0 && bounds.top >= 0)
                precondition(bounds.right <= width && bounds.bottom <= height)
                precondition(bounds.width > 0 && bounds.height > 0)
                precondition(extent.xHeight > 0 && extent.top < extent.bottom && extent.bottom.isFinite)
                precondition(!line.letters.isEmpty)
            }
        }

        /// Finds the boxes of words on strips with any ink, for any rough places.
        static func checkWordBoxes(_ choices: inout Choices) {
            let width = choices.number(1..<300)
            var pixels = [UInt8](repeating: 255, count: width * LineStrip.height)
            for _ in 0..<choices.number(0..<12) {
                let (left, top) = (choices.number(0..<width), choices.number(0..<LineStrip.height))
                for y in top..<min(LineStrip.height, top + choices.number(1..<30)) {
                    for x in left..<min(width, left + choices.number(1..<60)) { pixels[y * width + x] = 0 }
                }
            }
            let words = (0..<choices.number(0..<6)).map { _ in
                let (first, last) = (choices.number(-20..<320), choices.number(-20..<320))
                return (
                    first: Bounds(left: first, top: 0, right: first + choices.number(0..<40), bottom: 36),
                    last: Bounds(left: last, top: 0, right: last + choices.number(0..<40), bottom: 36)
                )
            }
            guard let image = LeptonicaImage(grey: pixels, width: width) else { return }
            let boxes = StripInk(image).boxes(of: words)
            precondition(boxes.count == words.count)
        }

        /// Merges several readings of one strip, and places the words where the strip was cut out.
        static func checkReadings(_ choices: inout Choices) {
            let strip = Box(
                x: choices.number(0..<1_000), y: choices.number(0..<1_000), width: choices.number(1..<1_500),
                height: choices.number(1..<200))
            let stripWidth = choices.number(1..<LineStrip.maxWidth)
            let readings = (0..<choices.number(0..<4)).map { _ in
                (0..<choices.number(0..<6)).map { _ in
                    choices.word(width: stripWidth, height: LineStrip.height)
                }
            }
            let merged = SecondLook.merge(readings)
            precondition(readings.isEmpty ? merged.isEmpty : readings.contains { $0.count == merged.count })
            for (index, word) in merged.enumerated() {
                // Compares all of a word but `seen`, the text that was read first, which may differ.
                let isRead = { (other: Transcript.Word) in
                    (other.text, other.confidence, other.box) == (word.text, word.confidence, word.box)
                }
                precondition(readings.contains { $0.count == merged.count && isRead($0[index]) })
                precondition(word.seen != word.text && word.seen != "")
                precondition(word.readings.allSatisfy { $0.odds > 0 && $0.odds <= 1 })
                precondition(Set(word.readings.map(\.text)).count == word.readings.count)
                precondition(word.otherReadings.count <= Transcript.Word.maxOtherReadings)
                if readings[0].count == merged.count {
                    precondition(word.firstReading == readings[0][index].firstReading)
                }
            }
            if !readings.isEmpty { _ = SecondLook.isWorthwhile(after: readings) }
            for word in PlacedStrip.onBitmap(merged, of: strip) {
                precondition(word.box.x >= strip.x && word.box.y >= strip.y)
                precondition(word.box.width > 0 && word.box.x + word.box.width <= strip.x + strip.width)
                precondition(word.box.height > 0 && word.box.y + word.box.height <= strip.y + strip.height)
            }
            _ = NoiseWords.isText(Transcript.Line(words: merged, role: .incoming), isAlone: merged.count == 1)
            _ = NoiseWords.endsLink(merged, of: readings)
        }
    }
#endif
