import AtomicFile
import Foundation
import ImageFormats
import ScamDetection
import TextAnalysis
import TypeSafeAPI

/// The order in which a batch's pictures are scanned: the likely worst first. A picture that is probably equal to one with a verdict
/// takes its place by that verdict: after a high risk it is next, after a low one it is among the last.
struct BatchOrder: Sendable {
    private let looks: [Look]
    /// The pictures by their score, equal ones as they were named.
    private let sorted: [Int]
    /// The pictures of each likeness that several have.
    private let alike: [Int: [Int]]
    private var isTaken: [Bool]
    private var place = 0
    private var early: [Int] = []
    private var late: [Int] = []
    private var isLate: [Bool]
    /// Number of pictures that are still to be taken.
    private(set) var left: Int

    /// - Parameter done: the risks of the pictures that have their results already, nil for those that failed.
    init(_ looks: [Look], done: [Int: RiskLevel?] = [:]) {
        self.looks = looks
        sorted = looks.indices.sorted { (-looks[$0].score, $0) < (-looks[$1].score, $1) }
        alike = Self.groups(looks)
        isTaken = looks.indices.map { done[$0] != nil }
        isLate = looks.map { _ in false }
        left = looks.count - done.count
        for number in done.keys.sorted() { if let risk = done[number] { note(risk, of: number) } }
    }

    private static func groups(_ looks: [Look]) -> [Int: [Int]] {
        var groups: [Int: [Int]] = [:]
        let byLikeness = looks.indices.sorted { looks[$0].likeness < looks[$1].likeness }
        for (one, next) in zip(byLikeness, byLikeness.dropFirst())
        where looks[one].likeness == looks[next].likeness {
            groups[looks[one].likeness, default: [one]].append(next)
        }
        return groups
    }

    /// Takes the next picture; nil where all are taken.
    mutating func next() -> Int? {
        while let number = early.popLast() { if take(number) { return number } }
        while place < sorted.count {
            let number = sorted[place]
            place += 1
            if isTaken[number] { continue }
            if isLate[number] { late.append(number) } else if take(number) { return number }
        }
        while let number = late.popLast() { if take(number) { return number } }
        return nil
    }

    private mutating func take(_ number: Int) -> Bool {
        guard !isTaken[number] else { return false }
        isTaken[number] = true
        left -= 1
        return true
    }

    /// Notes the verdict on a picture.
    mutating func note(_ risk: RiskLevel?, of number: Int) {
        guard let others = alike[looks[number].likeness] else { return }
        switch risk {
        case .high: early += others.filter { !isTaken[$0] }
        case .low: for other in others { isLate[other] = true }
        case .medium, .unknown, nil: return
        }
    }
}

/// What a cheap look at a picture says: how likely it is a scam, and which other pictures are probably the same.
struct Look: Sendable {
    /// The larger, the earlier it is scanned. Only comparisons count.
    var score = 0.0
    /// Equal for pictures that are probably equal.
    var likeness = 0
}

/// Looks at the pictures of a batch before any is scanned, so that the likely worst come first. A look reads no picture: it takes the
/// beginning of the file, its size, and the text that the manifest has.
struct FirstLook: Sendable {
    /// Bytes of a file's beginning that are read. In a JPEG, EXIF with a small picture, up to 64 KiB, stands before the size.
    private static let headLength = 128 << 10
    /// Bytes of other formats that are read: their size stands in the first some hundred.
    private static let shortHeadLength = 4 << 10
    /// Number of pictures that a task looks at.
    private static let chunk = 256

    // The scores of pictures without a text. With one, the score is the probability that the local rules give it.
    private static let screenshot = 0.3
    private static let other = 0.05
    private static let unreadable = 0.0
    /// What a link in a text that isn't judged a scam adds: a twentieth, so that it decides between texts that are judged alike.
    private static let link = 0.05

    private let items: BatchItems
    private let judge: TextJudge?

    /// - Throws: an error where texts must be judged, and the rules can't be read.
    init(_ items: BatchItems) throws(CommandFailure) {
        self.items = items
        judge = items.hasTexts ? try TextJudge() : nil
    }

    /// - Parameter isDone: whether a picture has its result already. It isn't judged; others may be equal to it.
    /// - Returns: a look for each picture.
    @concurrent
    func looks(_ isDone: @escaping @Sendable (Int) -> Bool) async -> [Look] {
        let count = items.all.count
        var looks = [Look](repeating: Look(), count: count)
        await withTaskGroup(of: (Int, [Look]).self) { group in
            for start in stride(from: 0, to: count, by: Self.chunk) {
                group.addTask {
                    let range = start..<min(start + Self.chunk, count)
                    return (start, range.map { look(at: items.all[$0], isDone: isDone($0)) })
                }
            }
            for await (start, chunk) in group {
                looks.replaceSubrange(start..<start + chunk.count, with: chunk)
            }
        }
        return looks
    }

    private func look(at item: BatchItem, isDone: Bool) -> Look {
        let texts = items.texts(of: item)
        let text = [texts.read, texts.other].compactMap(\.self).joined(separator: "\n")
        if text.contains(where: { !$0.isWhitespace }) {
            return Look(score: isDone ? 0 : score(of: text), likeness: text.hashValue)
        }
        guard let (head, size) = Self.head(of: item.path) else { return Look(score: Self.unreadable) }
        var hasher = Hasher()
        hasher.combine(size)
        hasher.combine(head.prefix(Self.shortHeadLength))
        return Look(score: Self.score(of: head), likeness: hasher.finalize())
    }

    private func score(of text: String) -> Double {
        guard let (analyzed, verdict) = judge?.judged(text) else { return 0 }
        return verdict.scamProbability + (analyzed.entities.contains { $0.kind == .url } ? Self.link : 0)
    }

    /// What a file's beginning says: phones' screens have other sizes than cameras' sensors, and photos name their camera.
    private static func score(of head: [UInt8]) -> Double {
        guard let header = try? ImageHeader(reading: head) else { return other }
        let isTurned = header.orientation.swapsSides
        let isScreen = CameraPhoto.isScreenSize(
            width: isTurned ? header.height : header.width, height: isTurned ? header.width : header.height)
        return isScreen && !CameraPhoto.isPhoto(head) ? screenshot : other
    }

    private static func head(of path: String) -> (bytes: [UInt8], size: Int)? {
        let descriptor = open(path.filePath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            var head = try? file.read(upToCount: shortHeadLength)
        else { return nil }
        if (try? ImageFormat(sniffing: [UInt8](head))) == .jpeg,
            let more = try? file.read(upToCount: headLength - shortHeadLength)
        {
            head += more
        }
        return ([UInt8](head), Int(status.st_size))
    }
}
