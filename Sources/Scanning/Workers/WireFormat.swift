/// The message is cut off or too long, or it holds an impossible value.
struct WireError: Error, Equatable {}

/// Takes values out of a message that may come from a worker that an image has taken over. Every value is checked, and memory is
/// allocated for bytes that have arrived, never for a length that is merely announced.
struct WireReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() throws(WireError) -> UInt8 {
        guard let byte = rest.popFirst() else { throw WireError() }
        return byte
    }

    /// Reads a byte that is 0 or 1.
    mutating func flag() throws(WireError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw WireError()
        }
    }

    mutating func integer32() throws(WireError) -> UInt32 { UInt32(truncatingIfNeeded: try unsigned(4)) }

    mutating func integer64() throws(WireError) -> UInt64 { try unsigned(8) }

    /// Reads a number from 0 to `Int.max`.
    mutating func natural() throws(WireError) -> Int {
        guard let value = Int(exactly: try unsigned(8)) else { throw WireError() }
        return value
    }

    mutating func count(_ range: ClosedRange<Int>) throws(WireError) -> Int {
        let value = Int(try unsigned(4))
        guard range.contains(value) else { throw WireError() }
        return value
    }

    mutating func double(_ range: ClosedRange<Double>) throws(WireError) -> Double {
        let value = Double(bitPattern: try unsigned(8))
        // NaN lies in no range, so it is refused too.
        guard range.contains(value) else { throw WireError() }
        return value
    }

    mutating func duration(upTo limit: Duration) throws(WireError) -> Duration {
        let value = Duration.nanoseconds(Int64(clamping: try unsigned(8)))
        guard value <= limit else { throw WireError() }
        return value
    }

    mutating func raw(_ count: Int) throws(WireError) -> [UInt8] {
        let bytes = rest.prefix(count)
        guard bytes.count == count else { throw WireError() }
        rest = rest.dropFirst(count)
        return Array(bytes)
    }

    mutating func string(upTo limit: Int) throws(WireError) -> String {
        let count = try count(0...limit)
        let bytes = rest.prefix(count)
        guard bytes.count == count, let string = String(validating: bytes, as: UTF8.self) else {
            throw WireError()
        }
        rest = rest.dropFirst(count)
        return string
    }

    mutating func strings(upTo limit: Int, each length: Int) throws(WireError) -> [String] {
        let count = try count(0...limit)
        var strings: [String] = []
        for _ in 0..<count { strings.append(try string(upTo: length)) }
        return strings
    }

    /// Throws an error if bytes follow the last value.
    func finish() throws(WireError) {
        guard rest.isEmpty else { throw WireError() }
    }

    private mutating func unsigned(_ width: Int) throws(WireError) -> UInt64 {
        let bytes = rest.prefix(width)
        guard bytes.count == width else { throw WireError() }
        rest = rest.dropFirst(width)
        return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// Puts values into a message: integers with the lowest byte first, strings and lists after their length.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func byte(_ value: UInt8) { bytes.append(value) }

    mutating func flag(_ value: Bool) { byte(value ? 1 : 0) }

    mutating func raw(_ values: [UInt8]) { bytes += values }

    mutating func integer(_ value: UInt32) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func integer(_ value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes a number from 0 to 2³² − 1. No size or length in a message is larger.
    mutating func count(_ value: Int) { integer(UInt32(clamping: value)) }

    mutating func double(_ value: Double) { integer(value.bitPattern) }

    /// Writes a duration from 0 to 2³² seconds, as a number of nanoseconds.
    mutating func duration(_ value: Duration) {
        let (seconds, attoseconds) = value.components
        integer(
            UInt64(clamping: min(seconds, 1 << 32)) * 1_000_000_000
                + UInt64(clamping: attoseconds / 1_000_000_000))
    }

    mutating func string(_ value: String) {
        count(value.utf8.count)
        bytes.append(contentsOf: value.utf8)
    }

    mutating func strings(_ values: [String]) {
        count(values.count)
        for value in values { string(value) }
    }
}

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
