package import Imaging
import OCRWorkers
package import ScamDetection
package import TextAnalysis

package struct ScanReport: Sendable {
    package let verdict: Verdict
    package let advice: Advice
    /// The text that was judged, with its entities and their places.
    package let text: AnalyzedText
    /// The text on the image, or on the frame that the verdict is about; nil if the request had no image.
    package let transcript: Transcript?
    /// The number of that frame, from 1 for the first.
    package let frame: Int
    /// How the scan got the reading; nil if the request had no image.
    package let origin: ReadingOrigin?
    package let timing: Timing
    /// Why the image couldn't be decoded, where the text beside it was judged in its place; nil otherwise.
    package var imageFault: ImagingError?

    /// The time that each step took; nil for steps that were not needed.
    package struct Timing: Sendable {
        /// The time for which the scan waited for a worker.
        package let queueing: Duration?
        package let decoding: Duration?
        package let recognition: Duration?
        package let classification: Duration
        package let total: Duration

        /// - Parameters:
        /// - reading: the reading that was made for this scan; nil if it was cached or there is no image.
        /// - started: the time at which the scan began.
        /// - read: the time at which the reading ended.
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
