import TextAnalysis

/// Where a strip was cut out.
struct StripPlace {
    /// What it shows, in pixels of the picture.
    let box: Box

    /// Words with their places on the picture for words with their places on the strip.
    func onPicture(_ words: [Transcript.Word]) -> [Transcript.Word] {
        words.map { word in
            var word = word
            word.box = onPicture(word.box)
            return word
        }
    }

    private func onPicture(_ word: Box) -> Box {
        let scale = Double(box.height) / Double(StripImage.height)
        func along(_ value: Int, _ length: Int) -> Int {
            min(length - 1, max(0, Int((Double(value) * scale).rounded())))
        }
        let (x, y) = (along(word.x, box.width), along(word.y, box.height))
        // Scaled back, a speck may be flatter than a pixel; a box never is.
        let width = max(1, along(word.x + word.width, box.width + 1) - x)
        let height = max(1, along(word.y + word.height, box.height + 1) - y)
        return Box(x: box.x + x, y: box.y + y, width: width, height: height)
    }
}
