package import ScamDetection
package import TextAnalysis

/// Everything one scan found out.
package struct ScanReport: Sendable {
    package let verdict: Verdict
    package let advice: Advice
    /// The text that was judged, with its entities and their places.
    package let text: AnalyzedText
    /// What was read on the picture; nil for texts.
    package let transcript: Transcript?
    /// Where the picture's reading comes from; nil for texts.
    package let origin: ReadingOrigin?
    package let timing: Timing

    /// What each step took; nil for steps that didn't run.
    package struct Timing: Sendable {
        /// Waiting for a reader.
        package var queueing: Duration?
        package var decoding: Duration?
        package var recognition: Duration?
        package var classification: Duration
        package var total: Duration
    }
}
