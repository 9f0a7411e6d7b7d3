package import OCR
package import TextAnalysis

/// Reads strips, or says at once that it won't. Returns before it calls back.
package typealias LineHelper =
    @Sendable (_ strips: [LineStrip], _ answer: @escaping @Sendable ([[Transcript.Word]]?) -> Void) -> Void

/// How far a picture is. From any thread; must not block.
package enum ReadingProgress: Sendable, Equatable {
    /// A reader has it.
    case begun
    /// Its lines are found, or some more of them read.
    case lines(read: Int, of: Int)
}

package typealias ReadingObserver = @Sendable (ReadingProgress) -> Void

/// Reads pictures, one at a time: in this process, or through one that can be lost.
package protocol Reader: Sendable {
    /// Whether it could read a picture at once. A reader that can't is warmed up before it gets one.
    var isWarm: Bool { get }
    /// The process it reads in; nil for this one, or while there is none.
    var processID: Int32? { get }

    /// How often one was started.
    var starts: Int { get }

    /// Loads its engine, so that no scan has to.
    func warmUp() async throws(ReaderStartError)

    /// - Parameters:
    ///   - image: what `ImageDecoder.checkedHeader` found within the limits.
    ///   - languages: Tesseract names, installed; none to begin with the usual ones and find out.
    ///   - timeLimit: from decoding to the last word.
    ///   - progress: hears how many lines are read.
    ///   - helper: who may read some of its lines meanwhile; called once at most.
    func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, progress: ReadingObserver?,
        helper: LineHelper?
    ) async throws(ReadingError) -> Reading

    /// Lines of a picture that another reader has: the words of each, with places on its strip; nil where it can't.
    func read(_ strips: [LineStrip], languages: [String], timeLimit: Duration) async -> [[Transcript.Word]]?

    /// Ends it; a picture it is reading is lost.
    func stop() async
}

/// What came of a picture, and what each step took.
package struct Reading: Sendable, Equatable {
    package let transcript: Transcript
    package let decoding: Duration
    package let recognition: Duration
    /// For how long the picture waited for a reader. The pool's to say.
    package var queueing = Duration.zero

    package init(transcript: Transcript, decoding: Duration, recognition: Duration) {
        self.transcript = transcript
        self.decoding = decoding
        self.recognition = recognition
    }
}
