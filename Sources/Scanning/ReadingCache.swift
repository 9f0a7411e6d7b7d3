package import Concurrency
import Crypto
import OCRWorkers
import TextAnalysis

/// How a scan got the reading of its image.
package enum ReadingOrigin: Sendable, Equatable {
    /// A worker read the image for this scan.
    case read
    /// A worker was already reading the same image for another scan.
    case joined
    /// The same image had been read before.
    case cached
}

/// Reads each image once, for all scans that send it at the same time and for those that send it again soon. Readings are kept
/// rather than verdicts, so that new rules and another country take effect at once. They stay in memory only. An image that took too
/// long isn't read again while that is remembered.
package final class ReadingCache: Sendable {
    package struct Limits: Sendable {
        /// The number of bytes that readings may take, approximately; with 0 none is kept.
        package var bytes = 32 << 20
        package var lifetime = Duration.seconds(600)

        package init() {}
    }

    private struct Key: Hashable {
        /// The hash of the image. A weaker one would let somebody make two images with the same key and pass a scam off as
        /// harmless.
        let digest: SHA256Digest
        let languages: [String]
        /// The client that alone waits for the reading; nil where all clients share it.
        var client: ClientID?
    }

    private typealias Outcome = Result<Reading, ScanError>

    private let workers: WorkerPool
    private let timeLimit: Duration
    private let cache: ExpiringCache<Key, Outcome>
    private let flights = SingleFlight<Key, Outcome, ScanProgress>()

    init(workers: WorkerPool, timeLimit: Duration, limits: Limits) {
        self.workers = workers
        self.timeLimit = timeLimit
        cache = ExpiringCache(capacity: limits.bytes, lifetime: limits.lifetime)
    }

    package var counts: CacheCounts { cache.counts }

    func read(
        _ image: ScanImage, languages: [String], for account: ScanAccount, progress: ScanObserver?
    ) async throws(ScanError) -> (reading: Reading, origin: ReadingOrigin) {
        let key = Key(digest: image.digest, languages: languages)
        if let outcome = cache.value(for: key) { return (try outcome.get(), .cached) }
        func read(_ flight: Key) async -> (value: Outcome, isShared: Bool)? {
            await flights.value(
                for: flight, observer: progress, work(image, key, languages: languages, for: account))
        }
        var outcome = await read(key)
        // The turn was another client's, which may have asked for too much.
        if let refused = outcome, refused.isShared, refused.value == .failure(.busy) {
            outcome = await read(Key(digest: key.digest, languages: languages, client: account.client))
        }
        guard let outcome else { throw .cancelled }
        return (try outcome.value.get(), outcome.isShared ? .joined : .read)
    }

    /// Returns the work of a flight: it reads the image when it is the client's turn.
    private func work(
        _ image: ScanImage, _ key: Key, languages: [String], for account: ScanAccount
    ) -> SingleFlight<Key, Outcome, ScanProgress>.Work {
        { [workers, timeLimit, cache] report in
            do throws(ScanError) {
                let reading = try await workers.read(
                    image.bytes, languages: languages, timeLimit: timeLimit, for: account, progress: report)
                // Inserted before the flight ends, so that no scan in between reads the image again.
                cache.insert(
                    .success(reading), for: key, cost: reading.approximateBytes, of: account.client)
                return .success(reading)
            } catch {
                if case .deadlineExceeded = error {
                    cache.insert(.failure(error), for: key, cost: Reading.entryBytes, of: account.client)
                }
                return .failure(error)
            }
        }
    }
}

extension Reading {
    /// Bytes for a key and the two tables that hold it and the reading. Chosen as an upper bound.
    fileprivate static let entryBytes = 512
    /// The number of bytes before an array's or a long string's content on the heap.
    private static let heapHeader = 32
    /// A string of at most this many bytes of UTF-8 needs no memory on the heap.
    private static let inlineText = 15

    /// Bytes of memory that the cache counts for the reading. Spare room in arrays and the allocator take half as much again as
    /// what the reading holds: a server with 32 MiB of readings was 44 MiB larger.
    var approximateBytes: Int { contentBytes * 3 / 2 }

    private var contentBytes: Int {
        furtherFrames.reduce(Self.entryBytes + Self.bytes(of: transcript)) {
            $0 + Self.bytes(of: $1.transcript)
        }
    }

    private static func bytes(of transcript: Transcript) -> Int {
        var bytes = MemoryLayout<Frame>.stride
        for line in transcript.lines {
            bytes += MemoryLayout<Transcript.Line>.stride + heapHeader
            for word in line.words {
                bytes += MemoryLayout<Transcript.Word>.stride
                let others = word.otherReadings
                if !others.isEmpty {
                    bytes += others.count * MemoryLayout<Transcript.Reading>.stride + heapHeader
                }
                for text in [word.text, word.seen ?? ""] + others.map(\.text)
                where text.utf8.count > inlineText {
                    bytes += text.utf8.count + heapHeader
                }
            }
        }
        for code in transcript.codes {
            bytes += MemoryLayout<Transcript.Code>.stride + code.payload.utf8.count + heapHeader
        }
        return bytes
    }
}
