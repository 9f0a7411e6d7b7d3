import Imaging
import Redaction
import TextAnalysis

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

/// The message that follows a `WorkerRequest` with the subject `redaction`.
struct RedactionOrder: Equatable {
    let plan: RedactionPlan
    let image: [UInt8]

    init(_ plan: RedactionPlan, _ image: [UInt8]) { (self.plan, self.image) = (plan, image) }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.count(plan.width)
        writer.count(plan.height)
        writer.count(plan.frame)
        writer.count(plan.shown.count)
        for box in plan.shown { writer.box(box) }
        writer.count(plan.hidden.count)
        for hidden in plan.hidden {
            writer.choice(hidden.kind)
            writer.box(hidden.box)
        }
        writer.counts(plan.counts)
        writer.count(image.count)
        writer.raw(image)
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        let (width, height) = (
            try reader.count(1...MessageLimit.side), try reader.count(1...MessageLimit.side)
        )
        var plan = RedactionPlan(width: width, height: height)
        plan.frame = try reader.count(1...MessageLimit.frames)
        for _ in 0..<(try reader.count(0...MessageLimit.boxes)) {
            plan.shown.append(try reader.box(width: width, height: height))
        }
        for _ in 0..<(try reader.count(0...MessageLimit.boxes)) {
            let kind = try reader.choice(RedactedKind.self)
            plan.hidden.append(.init(kind, try reader.box(width: width, height: height)))
        }
        plan.counts = try reader.counts()
        self.plan = plan
        image = try reader.raw(try reader.count(0...FrameChannel.maxLength))
        try reader.finish()
    }
}

extension WireWriter {
    mutating func redacted(_ picture: RedactedPicture) {
        count(picture.width)
        count(picture.height)
        counts(picture.counts)
        count(picture.png.count)
        raw(picture.png)
    }

    /// Writes a number for each kind, in the order of `allCases`.
    fileprivate mutating func counts(_ counts: [RedactedKind: Int]) {
        for kind in RedactedKind.allCases { count(counts[kind] ?? 0) }
    }
}

extension WireReader {
    /// Reads a picture, which must be no larger than that of the plan, and hold nothing but pixels. Which pixels, nobody can check.
    mutating func redacted(by plan: RedactionPlan) throws(WireError) -> RedactedPicture {
        let (width, height) = (try count(1...plan.width), try count(1...plan.height))
        let counts = try counts()
        let png = try raw(try count(1...PictureRedactor.maxBytes))
        guard width * height <= ColorPicture.maxPixels, PNGStructure.isBare(png, width: width, height: height)
        else {
            throw WireError()
        }
        // Nothing that the plan names gets lost.
        guard plan.counts.allSatisfy({ counts[$0.key] ?? 0 >= $0.value }) else { throw WireError() }
        return RedactedPicture(png: png, width: width, height: height, counts: counts)
    }

    fileprivate mutating func counts() throws(WireError) -> [RedactedKind: Int] {
        var counts: [RedactedKind: Int] = [:]
        for kind in RedactedKind.allCases {
            let count = try count(0...MessageLimit.covered)
            if count > 0 { counts[kind] = count }
        }
        return counts
    }
}
