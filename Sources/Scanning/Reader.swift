import Dispatch
import DispatchExecutors
import Imaging
import OCR
import TextAnalysis

/// One picture reader with its warm engines, on a thread of its own: decoding and recognition block in C.
actor Reader {
    /// What came of a picture, and what each step took.
    struct Reading: Sendable {
        let transcript: Transcript
        let decoding: Duration
        let recognition: Duration
    }

    /// Engines for language sets other than the usual one; each holds some 50 MB.
    private static let maxEngines = 3

    private nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let decoder: ImageDecoder
    private let tessdata: Tessdata
    /// Least recently used first.
    private var engines: [TesseractEngine] = []

    init(index: Int, decoder: ImageDecoder, tessdata: Tessdata) {
        executor = QueueExecutor(label: "reader-\(index)", qos: .userInitiated)
        self.decoder = decoder
        self.tessdata = tessdata
    }

    /// Loads the engine, so that the first scan doesn't.
    func warmUp(languages: [String]) throws(OCRError) {
        _ = try engine(for: languages)
    }

    func read(_ image: [UInt8], languages: [String], timeLimit: Duration) throws(ScanError) -> Reading {
        let clock = ContinuousClock()
        let started = clock.now
        do {
            let bitmap = try decoder.decode(image)
            let decoded = clock.now
            let transcript = try engine(for: languages).recognize(bitmap, timeLimit: timeLimit)
            return Reading(
                transcript: transcript, decoding: started.duration(to: decoded),
                recognition: decoded.duration(to: clock.now))
        } catch let error as ImagingError {
            throw .image(error)
        } catch OCRError.deadlineExceeded {
            throw .deadlineExceeded(limit: timeLimit)
        } catch {
            throw .engineFailed
        }
    }

    private func engine(for languages: [String]) throws(OCRError) -> TesseractEngine {
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
