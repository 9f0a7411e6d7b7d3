package import TextAnalysis

/// The languages whose Tesseract data is installed. They read what the first engine is unsure of, and other scripts than its own.
package struct InstalledLanguages {
    /// Tesseract names.
    package let names: [String]
    /// The languages to use, the most important first, unless the text itself shows another one.
    package let preferred: [String]
    /// Whether the text may be in other languages than the preferred ones.
    package let mayBeOthers: Bool
    /// Returns the engine for some languages, and loads it if necessary.
    package let engine: ([String]) throws(OCRError) -> TesseractEngine
    private let languages: Languages

    package init(
        names: [String], preferred: [String], mayBeOthers: Bool, languages: Languages,
        engine: @escaping ([String]) throws(OCRError) -> TesseractEngine
    ) {
        self.names = names
        self.preferred = preferred
        self.mayBeOthers = mayBeOthers
        self.languages = languages
        self.engine = engine
    }

    /// The number of lines on which each language is tried, and how much of each is read: the width of some nine Chinese letters.
    /// Loading a language takes 50 to 100 ms, reading one line of a phone's width in Chinese up to 60.
    private static let sampleCount = 3
    private static let sampleColumns = 320
    /// A language in other letters must raise the confidence, from 0 to 1, by at least this much. This and the figures below were
    /// chosen on the development pictures.
    private static let otherMargin = 0.1
    /// A language reads its own script with at least this confidence, and surely so from `sureScript` on. Chinese data read
    /// Chinese with 0.85 to 0.96, Japanese with 0.70 and Korean with 0.52 to 0.59.
    private static let minScript = 0.72
    private static let sureScript = 0.85
    /// A further language of the script must read with this much more confidence than the first.
    private static let siblingMargin = 0.02
    /// A line whose confidence is lower may be in another script, unless half of it are words of at least `sureLetters` letters that were
    /// read with the confidence `sureWord`, or has fewer characters than squares of its height, as drawings and icons do.
    private static let doubtfulConfidence = 0.4
    private static let sureWord = 0.8
    private static let sureLetters = 3
    /// A line counts if its strip has at least this many columns. Narrower strips hold one or two letters.
    private static let minColumns = 100
    /// Other scripts are tried if at least this share of all columns, or this many, are in lines of low confidence: a message in
    /// Chinese may stand in an English app.
    private static let minDoubtfulShare = 0.3
    private static let minDoubtfulColumns = 300.0
    /// Another script is shown by at least this many letters. Fewer letters are icons.
    private static let minForeignLetters = 5
    /// The last accented Latin letter of Unicode's first blocks. Vietnamese has further ones.
    private static let lastLatin: Unicode.Scalar = "\u{24F}"
    /// The block of Unicode that holds the Vietnamese letters.
    private static let vietnamese: ClosedRange<Unicode.Scalar> = "\u{1E00}"..."\u{1EFF}"

    /// Finds out the text's language after a first reading. Reads lines in other letters than Latin ones again.
    /// - Parameter first: the engine of the first reading.
    /// - Returns: Tesseract names of the languages that serve the text, the best first.
    func used(
        for readings: inout [[Transcript.Word]], of detected: borrowing DetectedLines,
        readBy first: TesseractEngine, by deadline: ContinuousClock.Instant,
        within budget: LineBudget?
    ) throws(OCRError) -> [String] {
        guard mayBeOthers else { return preferred }
        let lines = detected.lines
        // Lines whose words stand far apart are keys and icons, in no language.
        let columns = lines.map { $0.isSpread ? 0 : $0.columns }
        let weak = doubtful(readings, columns)
        if !weak.isEmpty,
            let script = try otherScript(of: weak, columns, &readings, detected, first, deadline, budget)
        {
            return [script] + preferred
        }
        let words = readings.lazy.flatMap(\.self).map { $0.text.lowercased() }
        let latin = languages.latinTessdata(of: words, among: names)
        return (latin.map { [$0] } ?? []) + preferred.filter { $0 != latin }
    }

    /// The engine for the second look: that of the text's own language, where it was found out.
    func second(for used: [String]) throws(OCRError) -> TesseractEngine {
        try engine(used == preferred ? used : Array(used.prefix(1)))
    }

    /// The lines of low confidence, if they are many.
    private func doubtful(_ readings: [[Transcript.Word]], _ columns: [Int]) -> [Int] {
        let long = readings.indices.filter { columns[$0] >= Self.minColumns }
        let weak = long.filter { Self.isDoubtful(readings[$0], columns: columns[$0]) }
        func sum(_ lines: [Int]) -> Double { Double(lines.reduce(0) { $0 + columns[$1] }) }
        return sum(weak) > min(Self.minDoubtfulColumns, Self.minDoubtfulShare * sum(long)) ? weak : []
    }

    /// Whether a line may be in another script. Names and links in Latin letters may stand in it, but no more than half of it.
    static func isDoubtful(_ line: [Transcript.Word], columns: Int) -> Bool {
        func isSure(_ word: Transcript.Word) -> Bool {
            word.confidence >= sureWord && word.text.count(where: \.isLetter) >= sureLetters
        }
        func width(_ words: [Transcript.Word]) -> Int { words.reduce(0) { $0 + $1.box.width } }
        let characters = line.reduce(0) { $0 + $1.text.count }
        let doubtful = line.filter { !isSure($0) }
        return characters * LineStrip.height >= columns && 2 * width(doubtful) > width(line)
            && SecondLook.confidence(doubtful) < doubtfulConfidence
    }

    private struct Trial {
        let name: String
        let engine: TesseractEngine
        let confidence: Double
    }

    /// Finds the script first, by one language for each, then the language among those of that script. Reads the lines again in
    /// it that aren't sure.
    /// - Parameter lines: those of low confidence.
    private func otherScript(
        of lines: [Int], _ columns: [Int], _ readings: inout [[Transcript.Word]],
        _ detected: borrowing DetectedLines, _ first: TesseractEngine, _ deadline: ContinuousClock.Instant,
        _ budget: LineBudget?
    ) throws(OCRError) -> String? {
        var ofScripts: [(script: Script, names: [String])] = []
        for name in names where !first.languages.contains(name) {
            guard let script = languages.profile(tessdata: name)?.script, script != .latn else { continue }
            if let index = ofScripts.firstIndex(where: { $0.script == script }) {
                ofScripts[index].names.append(name)
            } else {
                ofScripts.append((script, [name]))
            }
        }
        let samples = Array(lines.sorted { columns[$0] > columns[$1] }.prefix(Self.sampleCount))
        let own = SecondLook.confidence(samples.flatMap { readings[$0] })
        var best: Trial?
        var others: ArraySlice<String> = []
        for (_, names) in ofScripts where best?.confidence ?? 0 < Self.sureScript {
            let trial = try trial(of: names[0], on: samples, detected, deadline)
            if let trial, trial.confidence > best?.confidence ?? 0 {
                (best, others) = (trial, names.dropFirst())
            }
        }
        for name in others {
            let trial = try trial(of: name, on: samples, detected, deadline)
            if let trial, trial.confidence > (best?.confidence ?? 0) + Self.siblingMargin { best = trial }
        }
        guard let best, best.confidence >= max(own + Self.otherMargin, Self.minScript) else { return nil }
        for index in readings.indices
        where columns[index] > 0 && SecondLook.confidence(readings[index]) < Self.sureScript
            && budget?.isSpent != true
        {
            let words = try best.engine.read(detected.lines[index], of: detected, by: deadline)
            if SecondLook.confidence(words) >= SecondLook.confidence(readings[index]) {
                readings[index] = words
            }
        }
        return best.name
    }

    /// Returns nil if the language reads no letters of its own in the samples. It isn't tried further after a sample without any.
    private func trial(
        of name: String, on samples: [Int], _ detected: borrowing DetectedLines,
        _ deadline: ContinuousClock.Instant
    ) throws(OCRError) -> Trial? {
        let engine = try engine([name])
        var words: [Transcript.Word] = []
        for index in samples {
            let strip = detected.strip(
                of: detected.lines[index], margin: SecondLook.margins[0], rows: engine.rows)
            guard
                let sample = strip?.strip.start(columns: Self.sampleColumns * engine.rows / LineStrip.height)
            else { continue }
            words += try engine.read(sample, by: deadline)
            if Self.letters(of: words).foreign == 0 { break }
        }
        return Self.isForeign(words)
            ? Trial(name: name, engine: engine, confidence: SecondLook.confidence(words)) : nil
    }

    /// Whether most letters are of another script than Latin. An engine finds its own letters in icons, too.
    static func isForeign(_ words: [Transcript.Word]) -> Bool {
        let letters = letters(of: words)
        return letters.foreign >= minForeignLetters && letters.foreign > letters.latin
    }

    private static func letters(of words: [Transcript.Word]) -> (foreign: Int, latin: Int) {
        var (foreign, latin) = (0, 0)
        for scalar in words.lazy.flatMap(\.text.unicodeScalars) where scalar.properties.isAlphabetic {
            if scalar > lastLatin, !vietnamese.contains(scalar) { foreign += 1 } else { latin += 1 }
        }
        return (foreign, latin)
    }
}

extension Languages {
    /// A language is told by at least this many function words: texts in any language hold one or two of another's.
    private static let minFunctionWords = 3
    /// How many times as many words as for the default language must speak for another one, in halves: half as many again.
    private static let marginHalves = 3

    /// The installed language in Latin letters whose function words are most among those that were read, where they beat the default
    /// language's clearly. Returns nil for the default language, and for too little to tell.
    /// - Parameters:
    ///   - words: in lower case.
    ///   - installed: Tesseract names.
    /// - Returns: a Tesseract name.
    func latinTessdata(of words: some Sequence<String>, among installed: [String]) -> String? {
        var counts: [Language: Int] = [:]
        for word in words {
            for profile in profiles where profile.functionWords.contains(word) {
                counts[profile.language, default: 0] += 1
            }
        }
        let found = installed.compactMap { name -> (name: String, count: Int)? in
            guard let language = profile(tessdata: name)?.language, language != defaultLanguage else {
                return nil
            }
            return counts[language].map { (name, $0) }
        }
        guard let best = found.max(by: { ($0.count, $1.name) < ($1.count, $0.name) }) else { return nil }
        let defaultCount = defaultLanguage.map { counts[$0, default: 0] } ?? 0
        return best.count >= Self.minFunctionWords && best.count * 2 >= defaultCount * Self.marginHalves
            ? best.name : nil
    }
}
