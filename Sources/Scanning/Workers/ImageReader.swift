package import Imaging
package import OCR
package import Redaction
package import TextAnalysis

/// Turns an image into a reading, with warm engines. For one thread at a time: decoding and recognition block in C.
package final class ImageReader {
    /// The largest number of engines, one for each set of languages. An engine holds some 50 MB.
    private static let maxEngines = 4

    /// The share of the time limit after which no further frame is begun. A frame takes about as long as the first one did, and the limit
    /// of processor time may be half of the other.
    private static let shareForBeginning = 0.25

    /// The share of the processor time after which no further line is begun: what was read until then is judged, and that it isn't all is
    /// said. What isn't reading takes up to a fifth.
    private static let shareForReading = 0.7

    private let decoder: ImageDecoder
    private let processorTime: Duration
    private let tessdata: Tessdata
    private let lineModel: Tessdata?
    private let knownLanguages: Languages
    private let screenWords: ScreenWords
    /// The engines; the one that was used least recently stands first.
    private var engines: [TesseractEngine] = []
    /// The languages that are read first if a scan names none.
    private var defaultLanguages: [String] = []

    /// - Parameters:
    ///   - tessdata: the installed languages.
    ///   - lineModel: the model for screens, which reads all languages in Latin letters first. Nil leaves all to the installed
    ///     languages.
    ///   - processorTime: what one image may take.
    ///   - knownLanguages: what is known of languages that text may be in, and of what apps write in them.
    package init(
        decoder: ImageDecoder, tessdata: Tessdata, lineModel: Tessdata?, knownLanguages: Languages,
        processorTime: Duration = .seconds(5)
    ) {
        self.processorTime = processorTime
        self.lineModel = lineModel
        self.knownLanguages = knownLanguages
        screenWords = ScreenWords(knownLanguages)
        self.decoder = decoder
        self.tessdata = tessdata
    }

    /// Loads an engine, so that the first scan doesn't have to wait for it.
    /// - Parameter languages: the languages that are read first if a scan names none.
    package func warmUp(languages: [String]) throws(OCRError) {
        defaultLanguages = languages
        _ = try firstEngine(for: languages)
        _ = try engine(for: languages)
    }

    /// Reads an image: decodes it, reads its codes, finds its lines, recognises their words, and lays them out; then does the same with
    /// further frames that differ.
    /// - Parameters:
    ///   - languages: Tesseract names; if there are none, the text's language is found out.
    ///   - timeLimit: bounds the whole reading. The clock is looked at between the steps and between words.
    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, sharing: WorkSharing? = nil,
        progress: LineProgress? = nil
    ) throws(ScanError) -> Reading {
        let started = ContinuousClock.now
        // The server counts from the same moment, and soon after the limit it kills a worker that hasn't answered.
        let deadline = started + timeLimit
        do {
            let bitmap = try decoder.decode(image)
            let decoded = ContinuousClock.now
            if decoded >= deadline { throw OCRError.deadlineExceeded }
            let budget = LineBudget(processorTime * Self.shareForReading)
            let first = try read(
                bitmap, languages: languages, by: deadline, within: budget, sharing: sharing,
                progress: progress)
            var (furtherFrames, areAll): ([Reading.Frame], Bool) = ([], first.isWhole)
            var frames = try decoder.furtherFrames(of: image)
            while let bitmap = frames.next() {
                // Processor time bounds what follows too, which no clock between the steps can foresee.
                areAll =
                    areAll && furtherFrames.count < Reading.mostFurtherFrames
                    && ContinuousClock.now < started + timeLimit * Self.shareForBeginning
                guard areAll else { break }
                let frame = try read(bitmap, languages: languages, by: deadline, within: budget)
                areAll = frame.isWhole
                furtherFrames.append(Reading.Frame(number: frames.number, transcript: frame.transcript))
            }
            var reading = Reading(
                transcript: first.transcript, decoding: started.duration(to: decoded),
                recognition: decoded.duration(to: .now))
            reading.furtherFrames = furtherFrames
            reading.isWhole = areAll && frames.areAll
            return reading
        } catch {
            throw ScanError(error, timeLimit: timeLimit)
        }
    }

    /// Reads one picture: its codes, then its lines and their words, and lays them out. It isn't whole if there was no time for some
    /// lines.
    private func read(
        _ picture: consuming Bitmap, languages: [String], by deadline: ContinuousClock.Instant,
        within budget: LineBudget, sharing: WorkSharing? = nil, progress: LineProgress? = nil
    ) throws -> (transcript: Transcript, isWhole: Bool) {
        var bitmap = picture
        let codes = BarcodeReader.read(bitmap)
        CodeEraser.erase(codes, from: &bitmap)
        if ContinuousClock.now >= deadline { throw OCRError.deadlineExceeded }
        let (width, height) = (bitmap.pictureWidth, bitmap.pictureHeight)
        let level = try LevelPicture(bitmap)
        let recognized = try firstEngine(for: languages).recognize(
            level, by: deadline, within: budget, sharing: sharing, installed: installed(languages),
            progress: progress)
        var transcript = Transcript(
            lines: recognized.lines, width: level.bitmap.width, height: level.bitmap.height,
            languages: recognized.languages)
        transcript.unread = recognized.unread
        ScreenLayout.arrange(&transcript, on: level.bitmap, knowing: screenWords)
        transcript = level.onBitmap(transcript)
        transcript.codes = codes
        return (transcript.scaled(toWidth: width, height: height), recognized.areAll)
    }

    /// Covers what is personal on an image.
    /// - Parameter timeLimit: the longest time that it may take; the server and the kernel see to that.
    package func redact(
        _ image: [UInt8], _ plan: RedactionPlan, timeLimit: Duration
    ) throws(ScanError) -> RedactedPicture {
        let picture: RedactedPicture?
        do { picture = try PictureRedactor.redact(image, plan, decoder) } catch {
            throw ScanError(error, timeLimit: timeLimit)
        }
        guard let picture else { throw .engineFailed }
        return picture
    }

    /// Draws the stages that `read` goes through before it recognises words. Codes are erased first, as `read` does.
    /// - Parameter frame: the number of the frame, from 1.
    package func stages(of image: [UInt8], frame: Int) throws(ScanError) -> ReadingStages {
        do {
            var bitmap = try decoder.decode(image, frame: frame)
            CodeEraser.erase(BarcodeReader.read(bitmap), from: &bitmap)
            return try ReadingStages(bitmap)
        } catch {
            // The stages are drawn without a time limit.
            throw ScanError(error, timeLimit: .zero)
        }
    }

    /// Reads strips of an image that another worker is reading.
    func read(
        _ strips: [LineStrip], languages: [String], timeLimit: Duration
    ) throws(ScanError) -> [[Transcript.Word]] {
        let deadline = ContinuousClock.now + timeLimit
        do {
            let engine = try firstEngine(for: languages)
            return try strips.map { try engine.read($0, by: deadline) }
        } catch {
            throw ScanError(error, timeLimit: timeLimit)
        }
    }

    private func installed(_ languages: [String]) -> InstalledLanguages {
        InstalledLanguages(
            names: tessdata.languages, preferred: languages.isEmpty ? defaultLanguages : languages,
            mayBeOthers: languages.isEmpty, languages: knownLanguages
        ) { languages throws(OCRError) in
            try self.engine(for: languages)
        }
    }

    /// The engine of the first reading: the line model's if it knows the letters of all languages, else their own.
    /// - Parameter languages: none for the default ones.
    private func firstEngine(for languages: [String]) throws(OCRError) -> TesseractEngine {
        let names = languages.isEmpty ? defaultLanguages : languages
        guard let lineModel, names.allSatisfy({ knownLanguages.profile(tessdata: $0)?.usesLineModel == true })
        else { return try engine(for: names) }
        return try engine(lineModel.languages, in: lineModel)
    }

    private func engine(for languages: [String]) throws(OCRError) -> TesseractEngine {
        try engine(languages, in: tessdata)
    }

    private func engine(_ languages: [String], in tessdata: Tessdata) throws(OCRError) -> TesseractEngine {
        if let index = engines.firstIndex(where: { $0.languages == languages }) {
            let engine = engines.remove(at: index)
            engines.append(engine)
            return engine
        }
        let engine = try TesseractEngine(tessdata: tessdata, languages: languages)
        if engines.count >= Self.maxEngines { engines.removeFirst() }
        engines.append(engine)
        return engine
    }
}

extension ScanError {
    /// - Parameter error: an error of the module `Imaging` or `OCR`.
    fileprivate init(_ error: any Error, timeLimit: Duration) {
        self =
            switch error {
            case let error as ImagingError: .image(error)
            case OCRError.deadlineExceeded: .deadlineExceeded(limit: timeLimit)
            default: .engineFailed
            }
    }
}
