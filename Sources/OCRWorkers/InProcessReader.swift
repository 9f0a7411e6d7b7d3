import Dispatch
import Concurrency
package import Imaging
package import OCR
import Synchronization
package import TextAnalysis

/// Reads in this process, on a thread of its own: for tests and for programs that embed the scanner. What brings Tesseract
/// down brings the process down, and `OMP_THREAD_LIMIT=1` must stand in its environment before it starts.
package actor InProcessReader: Reader {
    private nonisolated let executor: QueueExecutor
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    package nonisolated var isWarm: Bool { warm.load(ordering: .acquiring) }
    package nonisolated var processID: Int32? { nil }
    package nonisolated var starts: Int { 1 }

    private let reader: ImageReader
    private let languages: [String]
    private nonisolated let warm = Atomic(false)

    /// - Parameter languages: what `warmUp` makes ready.
    package init(
        index: Int, decoder: ImageDecoder, tessdata: Tessdata, languages: [String], knownLanguages: Languages
    ) {
        executor = QueueExecutor(label: "reader-\(index)", qos: .userInitiated)
        reader = ImageReader(decoder: decoder, tessdata: tessdata, knownLanguages: knownLanguages)
        self.languages = languages
    }

    package func warmUp() throws(ReaderStartError) {
        do throws(OCRError) {
            try reader.warmUp(languages: languages)
        } catch {
            throw .engine(error)
        }
        warm.store(true, ordering: .releasing)
    }

    /// Alone: engines in one process share its memory's locks.
    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ReadingObserver?,
        helper: LineHelper?
    ) throws(ReadingError) -> Reading {
        if Task.isCancelled { throw .cancelled }
        return try reader.read(image, languages: languages, timeLimit: timeLimit) { read, total in
            progress?(.lines(read: read, of: total))
        }
    }

    package func read(
        _ strips: [LineStrip], languages: [String], timeLimit: Duration
    ) -> [[Transcript.Word]]? {
        try? reader.read(strips, languages: languages, timeLimit: timeLimit)
    }

    package func stop() {}
}
