import Crypto
package import Foundation
import Imaging
package import OCR
package import Redaction
package import ScamDetection
import TextAnalysis

/// Judges images and texts. `scan` holds the order of the steps.
package struct ScanPipeline: Sendable {
    package struct Configuration: Sendable {
        /// The directory of the language data; nil for Tesseract's own.
        package var tessdata: URL?
        /// Directory of the language files, which each worker reads for itself.
        package var languageFiles: URL
        /// The directory of the line model.
        package var lineModel: URL
        /// Tesseract names of the languages that are tried first when a request names none.
        package var languages: [String] = []
        /// The largest number of pixels of an image that is read. Phones' screens have less than 40 megapixels; reading as many takes a
        /// worker 370 MB.
        package var pixelLimit = 40_000_000
        package var workers = 1
        /// The largest number of bytes of private memory of each worker.
        package var workerMemory = 1_024 << 20
        /// The number of images after which a worker is replaced by a new one, so that memory which Tesseract leaks is given back.
        package var workerImages = 500
        /// The program that workers are started from: this one, unless a test names another.
        package var workerExecutable = "/proc/self/exe"
        /// A function that is called when a worker process has ended.
        package var workerObserver: (@Sendable (WorkerTermination) -> Void)?
        /// The limits of the queue of scans that wait for a worker.
        package var queue = WorkerPool.Limits()
        /// Longest time that one image may take, from decoding to the last word. A screenshot takes 0.1 to 0.5 s.
        package var timeLimit = Duration.seconds(10)
        /// Longest processor time that one image may take of one worker, ten times what the slowest genuine screenshots take. The clock
        /// alone would bound nothing where an image's steps take longer than all of its time.
        package var processorTime = Duration.seconds(5)
        /// Whether images are read only by workers that could give up all rights that matter.
        package var requiresSandbox = false
        package var readingCache = ReadingCache.Limits()
        package init(languageFiles: URL, lineModel: URL) {
            self.languageFiles = languageFiles
            self.lineModel = lineModel
        }
    }

    /// The versions of everything on which a verdict depends.
    package struct Facts: Sendable {
        package let rulesVersion: String
        package let tesseractVersion: String
        package let tessdataVersions: [String: String]
    }

    /// Digits of what names a way of reading: enough that no two have the same by chance.
    private static let versionDigits = 16

    package let workers: WorkerPool
    package let readings: ReadingCache
    private let timeLimit: Duration
    private let knowledge: CurrentKnowledge
    private let decoder: ImageDecoder
    private let tessdata: Tessdata
    private let tessdataVersions: [String: String]
    /// The languages that are tried first when a request names none.
    private let languages: [String]

    /// Finds the language data. No image can be scanned before `workers.warmUp()`.
    package init(configuration: Configuration, knowledge: ScamKnowledge) throws(OCRError) {
        let tessdata = try Tessdata(directory: configuration.tessdata)
        if let missing = configuration.languages.first(where: { !tessdata.languages.contains($0) }) {
            throw .missingLanguage(missing)
        }
        self.knowledge = CurrentKnowledge(knowledge)
        self.tessdata = tessdata
        decoder = ImageDecoder(limits: ImageLimits(maxPixels: configuration.pixelLimit))
        let settings = WorkerClient.Settings(
            executable: configuration.workerExecutable,
            setup: WorkerSetup(
                tessdata: tessdata.directory.path, lineModel: configuration.lineModel.path,
                languageFiles: configuration.languageFiles.path,
                languages: configuration.languages, limits: decoder.limits,
                memory: configuration.workerMemory, processorTime: configuration.processorTime),
            maxRequests: configuration.workerImages,
            requiresSandbox: configuration.requiresSandbox, observer: configuration.workerObserver)
        workers = WorkerPool(
            count: configuration.workers, settings: settings, limits: configuration.queue)
        timeLimit = configuration.timeLimit
        let versions = tessdata.languages.map { ($0, tessdata.version(of: $0)) }
        tessdataVersions = Dictionary(versions, uniquingKeysWith: { first, _ in first })
        readings = ReadingCache(
            workers: workers, timeLimit: configuration.timeLimit, limits: configuration.readingCache)
        languages = configuration.languages
    }

    package var facts: Facts {
        Facts(
            rulesVersion: knowledge.value.detector.rulesVersion, tesseractVersion: Tessdata.tesseractVersion,
            tessdataVersions: tessdataVersions)
    }

    /// Remembers readings together with servers that read alike.
    /// - Parameter version: of this program.
    package func share(_ shared: any SharedReadings, version: String) {
        let tessdata = tessdataVersions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let parts = [version, Tessdata.tesseractVersion, "\(decoder.limits)"] + languages + tessdata
        let digest = SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).hex
        readings.share(
            ReadingCache.Sharing(
                readings: shared, version: String(digest.prefix(Self.versionDigits)), limits: decoder.limits))
    }

    package var lexicon: Lexicon { knowledge.value.detector.lexicon }

    /// Replaces rules, lexicon and advice for all scans that have not reached the judgement yet.
    package func use(_ knowledge: ScamKnowledge) {
        self.knowledge.replace(by: knowledge)
    }

    /// Judges an image, or the supplied text if there is no image, or its text can't be read or understood.
    /// - Parameters:
    ///   - account: for whom the scan is made.
    ///   - progress: a function that is told how far the scan is.
    package func scan(
        _ request: ScanRequest, for account: ScanAccount, progress: ScanObserver? = nil
    ) async throws(ScanError) -> ScanReport {
        let started = ContinuousClock.now
        let languages = try installed(request.languages)
        var read: (reading: Reading, origin: ReadingOrigin)?
        if let image = request.image {
            try checkHeader(of: image)
            read = try await readings.read(image, languages: languages, for: account, progress: progress)
        }
        progress?(.classifying)
        let readAt = ContinuousClock.now
        let knowledge = knowledge.value
        let judgement = Judgement(
            on: read?.reading, orOn: request.suppliedText, by: knowledge.detector)
        return ScanReport(
            verdict: judgement.verdict,
            advice: knowledge.adviceBook.advice(
                for: judgement.verdict, country: request.country, in: request.texts),
            texts: request.texts, text: judgement.text, transcript: judgement.transcript,
            frame: judgement.frame,
            origins: read.map { [$0.origin] } ?? [],
            timing: ScanReport.Timing(
                of: read.map { $0.origin == .cached ? [] : [$0.reading] } ?? [], started: started,
                read: readAt))
    }

    /// Judges several images as the pictures of a conversation. They are read one after the other, so that they take no more places than
    /// one image does.
    package func scanConversation(
        _ request: ScanRequest, for account: ScanAccount, progress: ScanObserver? = nil
    ) async throws(PictureError) -> ScanReport {
        let started = ContinuousClock.now
        var read: [(reading: Reading, origin: ReadingOrigin)] = []
        for (index, image) in request.images.enumerated() {
            do throws(ScanError) { try checkHeader(of: image) } catch {
                throw PictureError(picture: index + 1, error: error)
            }
        }
        for (index, image) in request.images.enumerated() {
            let (number, count) = (index + 1, request.images.count)
            do throws(ScanError) {
                let languages = try installed(request.languages)
                read.append(
                    try await readings.read(image, languages: languages, for: account) { step in
                        progress?(.picture(number, of: count, step))
                    })
            } catch {
                throw PictureError(picture: number, error: error)
            }
        }
        progress?(.classifying)
        let readAt = ContinuousClock.now
        let knowledge = knowledge.value
        let judgement = ConversationJudgement(
            on: read.map(\.reading), keepsOrder: request.keepsOrder, by: knowledge)
        let verdict = judgement.deciding.verdict
        return ScanReport(
            verdict: verdict,
            advice: knowledge.adviceBook.advice(
                for: verdict, country: request.country, in: request.texts),
            texts: request.texts, text: judgement.deciding.text,
            transcript: judgement.firstPicture.transcript,
            frame: judgement.firstPicture.frame,
            origins: read.map(\.origin),
            timing: ScanReport.Timing(
                of: read.filter { $0.origin != .cached }.map(\.reading), started: started, read: readAt),
            conversation: judgement.report)
    }

    /// Covers what is personal on the picture that a report is about.
    /// - Parameter report: of a scan of the image.
    package func redact(
        _ image: ScanImage, as report: ScanReport, options: RedactionOptions, for account: ScanAccount
    ) async throws(ScanError) -> RedactedPicture {
        guard let plan = report.plan(options, by: knowledge.value) else { throw .image(.empty) }
        return try await workers.redact(image.bytes, plan, timeLimit: timeLimit, for: account)
    }

    /// None where the request names none: then workers start with the default languages and detect others.
    private func installed(_ languages: [String]?) throws(ScanError) -> [String] {
        let languages = languages ?? []
        guard languages.allSatisfy(tessdata.languages.contains) else {
            throw .unknownLanguage(installed: tessdata.languages)
        }
        return languages
    }

    /// Refuses an image that no worker would accept before it takes a place in the queue.
    private func checkHeader(of image: ScanImage) throws(ScanError) {
        do throws(ImagingError) { _ = try decoder.checkedHeader(of: image.bytes) } catch {
            throw .image(error)
        }
    }
}
