import Crypto
package import Concurrency
import OCRWorkers
import TextAnalysis

/// Where a picture's reading comes from.
package enum ReadingOrigin: Sendable, Equatable {
    case read
    /// Another scan had it read at the same time.
    case shared
    /// It had been read before.
    case remembered
}

/// Reads each picture once: for all who send it at the same time, and for those who send it again soon. Readings are kept,
/// not verdicts, so that new rules and another country count at once. They stay in memory and are never written anywhere.
package final class SharedReadings: Sendable {
    /// For how long, and in how much memory, readings are kept.
    package struct Limits: Sendable {
        /// About; 0 keeps none.
        package var bytes: Int
        package var lifetime: Duration

        package init(bytes: Int, lifetime: Duration) {
            self.bytes = bytes
            self.lifetime = lifetime
        }
    }

    package struct Counts: Sendable, Equatable {
        package var cache = CacheCounts()
        /// Scans that got what was being read for another.
        package var joined = 0
        /// Pictures that are being read, or wait for it.
        package var underWay = 0
    }

    private struct Key: Hashable {
        /// Of the picture's bytes. Nothing weaker would do: who finds two pictures with one key could pass a scam off as
        /// harmless.
        let digest: SHA256Digest
        /// As asked; none for the usual ones.
        let languages: [String]
    }

    private typealias Outcome = Result<Reading, ReadingError>

    private let readers: ReaderPool
    private let timeLimit: Duration
    private let cache: ExpiringCache<Key, Reading>
    private let flights = SingleFlight<Key, Outcome, ReadingProgress>()

    init(readers: ReaderPool, timeLimit: Duration, limits: Limits) {
        self.readers = readers
        self.timeLimit = timeLimit
        cache = ExpiringCache(capacity: limits.bytes, lifetime: limits.lifetime)
    }

    var counts: Counts {
        Counts(cache: cache.counts, joined: flights.joined, underWay: flights.count)
    }

    func read(
        _ image: [UInt8], languages: [String], progress: ReadingObserver?
    ) async throws(ReadingError) -> (reading: Reading, origin: ReadingOrigin) {
        let key = Key(digest: SHA256.hash(data: image), languages: languages)
        if let known = cache.value(for: key) { return (known, .remembered) }
        let (readers, timeLimit, cache) = (readers, timeLimit, cache)
        let outcome = await flights.value(for: key, observer: progress) { report in
            do throws(ReadingError) {
                let reading = try await readers.read(
                    image, languages: languages, timeLimit: timeLimit, progress: report)
                // Before the flight lands, or who comes in between would have it read again.
                cache.insert(reading, for: key, cost: reading.approximateBytes)
                return .success(reading)
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else { throw .cancelled }
        return (try outcome.value.get(), outcome.isShared ? .shared : .read)
    }
}

extension Reading {
    /// Of memory, with the key and the places that hold it. Arrays' spare room and the allocator take half as much again as what
    /// is counted here: a server with 32 MiB of it was 44 MiB larger.
    var approximateBytes: Int { counted * 3 / 2 }

    private var counted: Int {
        var bytes = 512
        for line in transcript.lines {
            bytes += MemoryLayout<Transcript.Line>.stride + 32
            for word in line.words {
                bytes += MemoryLayout<Transcript.Word>.stride
                // Short strings lie in the word itself; others have a head of 32 bytes.
                for text in [word.text, word.seen ?? ""] where text.utf8.count > 15 {
                    bytes += text.utf8.count + 32
                }
            }
        }
        for code in transcript.codes {
            bytes += MemoryLayout<Transcript.Code>.stride + code.payload.utf8.count + 32
        }
        return bytes
    }
}
