package import Foundation
import Imaging
package import OCR
package import OCRWorkers
import ScamDetection
import TextAnalysis

/// Picture → text → verdict: the only place that knows the order.
package struct ScanPipeline: Sendable {
    package struct Configuration: Sendable {
        /// Where Tesseract's data lies; nil for its own place.
        package var tessdata: URL?
        /// Tesseract names, read first when a scan names none.
        package var languages: [String]
        package var pixelLimit: Int
        package var readers: Int
        /// Where pictures are read; nil in this process.
        package var readerProcesses: ReaderProcesses?
        /// Scans that may wait for a reader.
        package var queueLimit: Int
        /// For how long one may.
        package var queueAge: Duration
        /// For one picture, from decoding to the last word.
        package var timeLimit: Duration
        /// What is remembered of pictures that were read.
        package var readingCache: SharedReadings.Limits

        package init(
            tessdata: URL?, languages: [String], pixelLimit: Int, readers: Int,
            readerProcesses: ReaderProcesses? = nil, queueLimit: Int, queueAge: Duration = .seconds(5),
            timeLimit: Duration,
            readingCache: SharedReadings.Limits = SharedReadings.Limits(bytes: 0, lifetime: .zero)
        ) {
            self.tessdata = tessdata
            self.languages = languages
            self.pixelLimit = pixelLimit
            self.readers = readers
            self.readerProcesses = readerProcesses
            self.queueLimit = queueLimit
            self.queueAge = queueAge
            self.timeLimit = timeLimit
            self.readingCache = readingCache
        }
    }

    /// What reader processes are held to.
    package struct ReaderProcesses: Sendable {
        /// Bytes of memory for each.
        package var memory: Int
        /// Pictures after which one is replaced.
        package var pictures: Int
        /// The folder with the language files, which each process reads for itself.
        package var languageFiles: URL
        package var observer: (@Sendable (ReaderEvent) -> Void)?

        package init(
            memory: Int, pictures: Int, languageFiles: URL,
            observer: (@Sendable (ReaderEvent) -> Void)? = nil
        ) {
            self.languageFiles = languageFiles
            self.memory = memory
            self.pictures = pictures
            self.observer = observer
        }
    }

    /// Versions of what a verdict rests on.
    package struct Facts: Sendable {
        package let rulesVersion: String
        package let tesseractVersion: String
        package let tessdataVersions: [String: String]
    }

    private let configuration: Configuration
    private let knowledge: CurrentKnowledge
    private let decoder: ImageDecoder
    private let tessdata: Tessdata
    private let tessdataVersions: [String: String]
    private let readers: ReaderPool
    private let readings: SharedReadings

    /// Finds what is installed; `warmUp` makes it ready.
    package init(
        configuration: Configuration, knowledge: ScamKnowledge
    ) throws(OCRError) {
        let tessdata = try Tessdata(directory: configuration.tessdata)
        if let missing = configuration.languages.first(where: { !tessdata.languages.contains($0) }) {
            throw .missingLanguage(missing)
        }
        self.configuration = configuration
        self.knowledge = CurrentKnowledge(knowledge)
        self.tessdata = tessdata
        decoder = ImageDecoder(limits: ImageLimits(maxPixels: configuration.pixelLimit))
        let (decoder, count) = (decoder, configuration.readers)
        let languages = knowledge.detector.lexicon.analyzer.languages
        readers = ReaderPool(
            readers: (0..<count).map { Self.reader(configuration, index: $0, decoder, tessdata, languages) },
            limits: ReaderPool.Limits(
                queueLength: configuration.queueLimit, queueAge: configuration.queueAge))
        readings = SharedReadings(
            readers: readers, timeLimit: configuration.timeLimit, limits: configuration.readingCache)
        let versions = tessdata.languages.map { ($0, tessdata.version(of: $0)) }
        tessdataVersions = Dictionary(versions, uniquingKeysWith: { first, _ in first })
    }

    package var facts: Facts {
        Facts(
            rulesVersion: knowledge.value.detector.rulesVersion, tesseractVersion: Tessdata.tesseractVersion,
            tessdataVersions: tessdataVersions)
    }

    /// Judges by this from now on; what is being judged keeps the old.
    package func use(_ knowledge: ScamKnowledge) {
        self.knowledge.replace(by: knowledge)
    }

    /// Loads every reader's engine.
    package func warmUp() async throws(ReaderStartError) {
        try await readers.warmUp()
    }

    /// Ends the readers, and what they still read.
    package func stop() async {
        await readers.stop()
    }

    package var isReady: Bool {
        get async { await readers.isReady }
    }

    /// Throws where a picture that came now would be refused: for who hasn't read it yet.
    package func checkRoom() async throws(ScanError) {
        do throws(ReadingError) {
            try await readers.checkRoom()
        } catch {
            throw ScanError(error, timeLimit: configuration.timeLimit)
        }
    }

    /// How the readers and their queue stand.
    package var readerCounts: ReaderPool.Counts {
        get async { await readers.counts }
    }

    /// Bytes of memory of the reader processes.
    package var readerMemory: Int { readers.residentBytes }
    /// What was read once for several scans.
    package var readingCounts: SharedReadings.Counts { readings.counts }

    /// Judges a picture, or the supplied text where the picture is missing or holds none.
    /// - Parameter progress: hears how far it is.
    package func scan(
        _ request: ScanRequest, progress: ScanObserver? = nil
    ) async throws(ScanError) -> ScanReport {
        let clock = ContinuousClock()
        let started = clock.now
        // None named: the readers begin with the configured ones and find out.
        let languages = request.languages ?? []
        guard languages.allSatisfy(tessdata.languages.contains) else {
            throw .unknownLanguage(installed: tessdata.languages)
        }
        guard let image = request.image else {
            progress?(.classifying)
            return analyze(text: request.suppliedText ?? "", country: request.country)
        }
        // Refused from the header before a reader is asked for.
        do throws(ImagingError) { _ = try decoder.checkedHeader(of: image) } catch { throw .image(error) }
        let (reading, origin) = try await read(image, languages: languages, progress)
        progress?(.classifying)
        let read = clock.now
        let knowledge = knowledge.value
        let detector = knowledge.detector
        let text: AnalyzedText
        let isReadable = Readability.isReadable(reading.transcript)
        if isReadable {
            text = detector.analyze(reading.transcript)
        } else {
            text = detector.analyze(request.suppliedText ?? "", codes: reading.transcript.codes)
        }
        var verdict = detector.verdict(on: text)
        if !isReadable { Readability.limit(&verdict, codes: text.codes.count) }
        return ScanReport(
            verdict: verdict, advice: knowledge.adviceBook.advice(for: verdict, country: request.country),
            text: text, transcript: reading.transcript, origin: origin,
            timing: ScanReport.Timing(
                queueing: origin == .remembered ? nil : reading.queueing,
                decoding: origin == .remembered ? nil : reading.decoding,
                recognition: origin == .remembered ? nil : reading.recognition,
                classification: read.duration(to: clock.now), total: started.duration(to: clock.now)))
    }

    /// Judges a text.
    package func analyze(text: String, country: String?) -> ScanReport {
        let clock = ContinuousClock()
        let started = clock.now
        let knowledge = knowledge.value
        let text = knowledge.detector.analyze(text)
        let verdict = knowledge.detector.verdict(on: text)
        let elapsed = started.duration(to: clock.now)
        return ScanReport(
            verdict: verdict, advice: knowledge.adviceBook.advice(for: verdict, country: country), text: text,
            transcript: nil, origin: nil,
            timing: ScanReport.Timing(
                decoding: nil, recognition: nil, classification: elapsed, total: elapsed))
    }

    private func read(
        _ image: [UInt8], languages: [String], _ progress: ScanObserver?
    ) async throws(ScanError) -> (reading: Reading, origin: ReadingOrigin) {
        var observer: ReadingObserver?
        if let progress { observer = { progress(ScanProgress($0)) } }
        do throws(ReadingError) {
            return try await readings.read(image, languages: languages, progress: observer)
        } catch {
            throw ScanError(error, timeLimit: configuration.timeLimit)
        }
    }

    private static func reader(
        _ configuration: Configuration, index: Int, _ decoder: ImageDecoder, _ tessdata: Tessdata,
        _ languages: Languages
    ) -> any Reader {
        guard let processes = configuration.readerProcesses else {
            return InProcessReader(
                index: index, decoder: decoder, tessdata: tessdata, languages: configuration.languages,
                knownLanguages: languages)
        }
        let setup = WorkerSetup(
            tessdata: tessdata.directory.path, languageFiles: processes.languageFiles.path,
            languages: configuration.languages, limits: decoder.limits,
            memory: processes.memory)
        return ProcessReader(
            index: index,
            settings: ProcessReader.Settings(
                setup: setup, pictures: processes.pictures, observer: processes.observer))
    }
}
