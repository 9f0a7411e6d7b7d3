/// The head of a request to a worker. The image, the line strips, or a plan and an image follow as a message of their own.
struct WorkerRequest: Equatable {
    enum Subject: UInt8 {
        case image = 0x70
        /// An image of which the worker may offer lines to another worker.
        case shareableImage = 0x71
        /// An image that is to be covered. A plan stands before it.
        case redaction = 0x72
        /// Line strips of an image that another worker is reading.
        case strips = 0x73
    }

    /// The request's number. Every answer repeats it, so that an old answer is never taken for a new one.
    let number: UInt64
    let subject: Subject
    let languages: [String]
    let timeLimit: Duration

    init(number: UInt64, subject: Subject = .image, languages: [String], timeLimit: Duration) {
        self.number = number
        self.subject = subject
        self.languages = languages
        self.timeLimit = timeLimit
    }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.byte(subject.rawValue)
        writer.integer(number)
        writer.strings(languages)
        writer.duration(timeLimit)
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        guard let subject = Subject(rawValue: try reader.byte()) else { throw WireError() }
        self.subject = subject
        number = try reader.integer64()
        languages = try reader.strings(upTo: MessageLimit.setup, each: MessageLimit.setup)
        timeLimit = try reader.duration(upTo: MessageLimit.timeLimit)
        try reader.finish()
    }
}
