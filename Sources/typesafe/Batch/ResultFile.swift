import AtomicFile
import Foundation
import ScreenshotDetection
import Synchronization
import Texts
import TypeSafeAPI

/// The file with the results of a batch, a JSON object a line. It is also the record of what is done: a picture whose line is there is
/// not scanned again. One command at a time writes to it.
final class ResultFile: Sendable {
    /// A line, as far as it is needed to go on.
    struct Entry {
        /// The batch, by which a server tells its requests from those of another file.
        let batch: UUID
        let id: String
        /// Nil where the scan failed.
        let risk: RiskLevel?
        let probability: Double
        private let line: Data

        fileprivate init?(_ line: Data) {
            guard let stored = try? WireCoding.decoder().decode(Stored<Judged>.self, from: line) else {
                return nil
            }
            batch = stored.batch
            id = stored.id
            risk = stored.result?.riskLevel
            probability = stored.result?.scamProbability ?? 0
            self.line = line
        }

        /// The whole outcome; nil where another version's line can't be read.
        func outcome() -> ScanOutcome? {
            guard let stored = try? WireCoding.decoder().decode(Stored<ScanResponse>.self, from: line),
                stored.result != nil || stored.error != nil
            else { return nil }
            let failure = CommandFailure.usage(stored.error?.message ?? "")
            return ScanOutcome(
                name: id, origin: .manual, result: stored.result.map { .success($0) } ?? .failure(failure))
        }
    }

    private struct Stored<Result: Decodable>: Decodable {
        let event: Event
        let batch: UUID
        let id: String
        let result: Result?
        let error: Failure?

        struct Failure: Decodable { let message: String }

        enum Event: String, Decodable { case result }
    }

    private struct Judged: Decodable {
        let riskLevel: RiskLevel
        let scamProbability: Double?

        enum CodingKeys: String, CodingKey {
            case riskLevel = "risk_level"
            case scamProbability = "scam_probability"
        }
    }

    /// The first bytes of each line, as keys are sorted.
    private static let beginning = Data(#"{"batch":"#.utf8)

    let path: String
    private let lock: FileLock
    private let file: FileHandle
    /// Length of the file's complete lines in bytes.
    private let length = Mutex(0)

    /// Opens the file, or makes it. Only the user can read a new one.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        guard let lock = FileLock(path: path) else { throw .store(path: path) }
        guard lock.take(.exclusive) else { throw .usage(.fileInUse, ["path": .text(path)]) }
        self.lock = lock
        let descriptor = open(path.filePath, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .store(path: path) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .file(name: path, .notRegular)
        }
    }

    /// Reads all results so far, and cuts off a line that a killed run left half-written. It must be called before `append`, and not beside it.
    /// - Throws: an error where the file holds anything else, which is left as it is.
    func entries(_ body: (Entry) -> Void) throws(CommandFailure) {
        let path = path
        lseek(file.fileDescriptor, 0, SEEK_SET)
        let rest = try LineReader(file: file, name: path).forEach { line throws(CommandFailure) in
            guard let entry = Entry(line.bytes) else { throw Self.foreign(path, line.number) }
            body(entry)
        }
        guard rest.bytes.prefix(Self.beginning.count) == Self.beginning.prefix(rest.bytes.count) else {
            throw Self.foreign(path, rest.number)
        }
        guard ftruncate(file.fileDescriptor, off_t(rest.range.lowerBound)) == 0 else {
            throw .store(path: path)
        }
        length.withLock { $0 = rest.range.lowerBound }
    }

    private static func foreign(_ path: String, _ line: Int) -> CommandFailure {
        .usage(.noBatchResult, ["path": .text(path), "line": .number(line)])
    }

    /// Appends a line. Where the disk has no room for it, the file stays as it was.
    func append(_ line: String) throws(CommandFailure) {
        let bytes = Data((line + "\n").utf8)
        let isWritten = length.withLock { length in
            do {
                try file.write(contentsOf: bytes)
            } catch {
                _ = ftruncate(file.fileDescriptor, off_t(length))
                return false
            }
            length += bytes.count
            return true
        }
        guard isWritten else { throw .store(path: path) }
    }
}
