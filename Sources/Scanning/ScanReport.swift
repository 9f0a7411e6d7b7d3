import OCRWorkers
package import ScamDetection
package import TextAnalysis

/// All results of one scan.
package struct ScanReport: Sendable {
    package let verdict: Verdict
    package let advice: Advice
    /// The text that was judged, with its entities and their places.
    package let text: AnalyzedText
    /// The text of the image; nil where the request had no image.
    package let transcript: Transcript?
    /// Nil where the request had no image.
    package let origin: ReadingOrigin?
    package let timing: Timing

    /// Time that each step took; nil for steps that did not run.
    package struct Timing: Sendable {
        /// The wait for a worker.
        package let queueing: Duration?
        package let decoding: Duration?
        package let recognition: Duration?
        package let classification: Duration
        package let total: Duration

        /// - Parameters:
        ///   - reading: The reading that was made for this scan; nil where it was cached or there is no image.
        ///   - started: The beginning of the scan.
        ///   - read: The end of the reading.
        init(
            of reading: Reading?, started: ContinuousClock.Instant, read: ContinuousClock.Instant
        ) {
            let now = ContinuousClock.now
            queueing = reading?.queueing
            decoding = reading?.decoding
            recognition = reading?.recognition
            classification = read.duration(to: now)
            total = started.duration(to: now)
        }
    }
}
