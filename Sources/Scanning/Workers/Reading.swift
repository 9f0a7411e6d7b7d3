package import TextAnalysis

/// The text of one image, and the time that each step took.
package struct Reading: Sendable, Equatable {
    /// The text of the image, or of the first frame of one that holds several pictures.
    package let transcript: Transcript
    /// The texts of further frames that differ from those before.
    package var furtherFrames: [Frame] = []
    /// Whether every line was read, of every frame that differs.
    package var isWhole = true
    package let decoding: Duration
    package let recognition: Duration
    /// The time for which the image waited for a worker. The pool sets it.
    package var queueing = Duration.zero

    package struct Frame: Sendable, Equatable {
        /// The frame's place among all of the image's frames, from 2 for further ones.
        package let number: Int
        package let transcript: Transcript

        package init(number: Int, transcript: Transcript) {
            (self.number, self.transcript) = (number, transcript)
        }
    }

    /// The largest number of further frames that are read.
    package static let mostFurtherFrames = 3

    package init(transcript: Transcript, decoding: Duration, recognition: Duration) {
        self.transcript = transcript
        self.decoding = decoding
        self.recognition = recognition
    }
}
