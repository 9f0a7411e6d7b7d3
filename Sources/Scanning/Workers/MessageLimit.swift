/// Bounds on messages between the server and its workers. Those on what a worker sends keep a worker that an image has taken over
/// from filling the server's memory; they lie far above what any real image gives. Exceeding one is a protocol error.
enum MessageLimit {
    /// Bytes of a setup, a greeting or a request. These hold a path and a few names.
    static let setup = 64 << 10
    /// Bytes of an answer, and of an offer of lines: room for some 400,000 words, and for a covered picture.
    static let answer = 16 << 20

    /// The number of a frame. `ImageFrames` lists 256 frames.
    static let frames = 1_000
    /// Lines of a transcript. `LineFinder` finds at most 2,000 lines.
    static let lines = 100_000
    static let words = 1_000_000
    /// Bytes of UTF-8 of one word of a transcript.
    static let wordBytes = 64 << 10
    /// Languages that a transcript names. Requests name at most four.
    static let languages = 16
    /// Bytes of a Tesseract language name; real ones have fewer than 20.
    static let languageName = 64

    /// The length of a picture's side in pixels.
    static let side = 1 << 20
    /// Boxes of a plan, of each of its two lists.
    static let boxes = 1_000_000
    /// Things of one kind that were covered.
    static let covered = 10_000_000

    /// Line strips offered at once: as many as `LineFinder` finds lines.
    static let strips = 2_000
    /// Words of one strip. There can't be more than one for each of its columns.
    static let stripWords = 16_000

    /// Bytes of the name of an image format, a feature or a defect.
    static let name = 32
    /// Bytes of a path: `PATH_MAX` of Linux.
    static let path = 4_096
    /// Language names in an error of Tesseract's start, and bytes of each.
    static let failedLanguages = 64
    static let failedLanguageName = 256

    /// The highest version of Landlock that a worker may report. Linux 6.18 has version 7.
    static let version = 1_000

    /// The longest time for decoding or recognition that a worker may report: a day.
    static let duration = Duration.seconds(86_400)
    /// Time limit of a request: 34 years, so that any setting fits.
    static let timeLimit = Duration.seconds(1 << 30)
}
