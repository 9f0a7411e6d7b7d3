package import Crypto
import Foundation
import Imaging
import Synchronization
package import SystemSupport
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

    /// What other servers remember, and what makes readings theirs and ours alike.
    struct Sharing: Sendable {
        let readings: any SharedReadings
        /// The version of all on which a reading depends beside the image and its languages.
        let version: String
        let limits: ImageLimits
    }

    /// The end of a flight.
    private struct Landing: Sendable {
        let outcome: Outcome
        /// Whether another server had read the image.
        var isRemembered = false
    }

    private let workers: WorkerPool
    private let timeLimit: Duration
    private let cache: ExpiringCache<Key, Outcome>
    private let flights = SingleFlight<Key, Landing, ScanProgress>()
    private let sharing = Mutex<Sharing?>(nil)

    init(workers: WorkerPool, timeLimit: Duration, limits: Limits) {
        self.workers = workers
        self.timeLimit = timeLimit
        lifetime = limits.lifetime
        cache = ExpiringCache(capacity: limits.bytes, lifetime: limits.lifetime)
    }

    /// Remembers readings with other servers from now on.
    func share(_ sharing: Sharing) { self.sharing.withLock { $0 = sharing } }

    package var counts: CacheCounts { cache.counts }
    /// How long a reading is remembered.
    package let lifetime: Duration

    /// The keys under which other servers may remember what a scan reads.
    /// None where nothing is shared.
    package func sharedKeys(of request: ScanRequest) -> [String] {
        guard let sharing = sharing.withLock({ $0 }) else { return [] }
        return request.images.prefix(Self.maxSharedKeys).map {
            sharing.key($0.digest, request.languages ?? [])
        }
    }

    /// Most keys that are told in advance: a conversation's pictures are read one after the other, and its first keys save most.
    private static let maxSharedKeys = 4

    func read(
        _ image: ScanImage, languages: [String], for account: ScanAccount, progress: ScanObserver?
    ) async throws(ScanError) -> (reading: Reading, origin: ReadingOrigin) {
        let key = Key(digest: image.digest, languages: languages)
        if let outcome = cache.value(for: key) { return (try outcome.get(), .cached) }
        func read(_ flight: Key) async -> (value: Landing, isShared: Bool)? {
            await flights.value(
                for: flight, observer: progress, work(image, key, languages: languages, for: account))
        }
        var outcome = await read(key)
        // The turn was another client's, which may have asked for too much.
        if let refused = outcome, refused.isShared, refused.value.outcome == .failure(.busy) {
            outcome = await read(Key(digest: key.digest, languages: languages, client: account.client))
        }
        guard let outcome else { throw .cancelled }
        let origin: ReadingOrigin = outcome.isShared ? .joined : outcome.value.isRemembered ? .cached : .read
        return (try outcome.value.outcome.get(), origin)
    }

    /// Returns the work of a flight: it reads the image when it is the client's turn.
    private func work(
        _ image: ScanImage, _ key: Key, languages: [String], for account: ScanAccount
    ) -> SingleFlight<Key, Landing, ScanProgress>.Work {
        let sharing = sharing.withLock { $0 }
        return { [workers, timeLimit, cache] report in
            if let reading = await sharing?.reading(of: key.digest, languages) {
                cache.insert(.success(reading), for: key, cost: reading.approximateBytes, of: account.client)
                return Landing(outcome: .success(reading), isRemembered: true)
            }
            do throws(ScanError) {
                let reading = try await workers.read(
                    image.bytes, languages: languages, timeLimit: timeLimit, for: account, progress: report)
                // Inserted before the flight ends, so that no scan in between reads the image again.
                cache.insert(
                    .success(reading), for: key, cost: reading.approximateBytes, of: account.client)
                sharing?.keep(reading, of: key.digest, languages)
                return Landing(outcome: .success(reading))
            } catch {
                if case .deadlineExceeded = error {
                    cache.insert(.failure(error), for: key, cost: Reading.entryBytes, of: account.client)
                }
                return Landing(outcome: .failure(error))
            }
        }
    }
}

extension ReadingCache.Sharing {
    fileprivate func reading(of digest: SHA256Digest, _ languages: [String]) async -> Reading? {
        guard let bytes = await readings.reading(key(digest, languages)) else { return nil }
        return Reading(decoding: bytes, languages: languages, limits: limits)
    }

    fileprivate func keep(_ reading: Reading, of digest: SHA256Digest, _ languages: [String]) {
        readings.keep(reading.encoded, for: key(digest, languages))
    }

    fileprivate func key(_ digest: SHA256Digest, _ languages: [String]) -> String {
        "\(digest.hex):\(languages.joined(separator: "+")):\(version)"
    }
}

extension SHA256Digest {
    /// The digest in hexadecimal digits.
    package var hex: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
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

/// Remembers readings for several servers. What it has is a picture's text, so it forgets in time.
package protocol SharedReadings: Sendable {
    /// Returns nil also where it can't be asked at once: a scan doesn't wait for it.
    func reading(_ key: String) async -> [UInt8]?

    /// Keeps a reading, at some later time or never.
    func keep(_ reading: [UInt8], for key: String)
}
