#if DEBUG || FUZZING
    @testable import OCR
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

        private static let characters = Array("oO0l1I|aceHbx.,:/'’-é文👍🏽ß5 ")

        static func checkGlyphs(_ choices: inout Choices) {
            var words: [[GlyphSizes.Glyph]] = []
            while choices.areLeft {
                let start = choices.byte() - 20
                var left = start
                words.append(
                    (0...choices.number(0..<12)).map { _ in
                        let character = characters[choices.number(0..<characters.count)]
                        let (width, height) = (choices.number(0..<40) - 2, choices.number(0..<60))
                        left += choices.number(0..<32) - 8
                        let top = choices.number(0..<36)
                        return GlyphSizes.Glyph(
                            character: character,
                            box: Bounds(left: left, top: top, right: left + width, bottom: top + height))
                    })
            }
            guard let sizes = GlyphSizes(line: words) else { return }
            for word in words {
                for isLink in [false, true] {
                    let corrected = sizes.corrected(word, isLink: isLink)
                    let scalars = word.reduce(0) { $0 + $1.character.unicodeScalars.count }
                    precondition(corrected.unicodeScalars.count == scalars)
                }
                if let space = sizes.missedSpace(in: word) { precondition((1..<word.count).contains(space)) }
            }
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
            _ = NoiseWords.isText(Transcript.Line(words: merged, role: .incoming))
        }
    }
#endif
