package import TextAnalysis

/// The text of one image, and the time that each step took.
package struct Reading: Sendable, Equatable {
    package let transcript: Transcript
    package let decoding: Duration
    package let recognition: Duration
    /// The time for which the image waited for a worker. The pool sets it.
    package var queueing = Duration.zero

    package init(transcript: Transcript, decoding: Duration, recognition: Duration) {
        self.transcript = transcript
        self.decoding = decoding
        self.recognition = recognition
    }
}
