import Imaging
import OCR

/// Lends readers, one scan each, first come first served; the queue is bounded.
actor ReaderPool {
    private typealias Waiter = CheckedContinuation<Reader?, Never>

    private let readers: [Reader]
    private let queueLimit: Int
    private var idle: [Reader]
    private var waiters: [(id: UInt64, continuation: Waiter)] = []
    private var nextID: UInt64 = 0
    private(set) var isReady = false

    init(count: Int, queueLimit: Int, decoder: ImageDecoder, tessdata: Tessdata) {
        readers = (0..<count).map { Reader(index: $0, decoder: decoder, tessdata: tessdata) }
        idle = readers
        self.queueLimit = queueLimit
    }

    func warmUp(languages: [String]) async throws(OCRError) {
        for reader in readers { try await reader.warmUp(languages: languages) }
        isReady = true
    }

    func read(_ image: [UInt8], languages: [String], timeLimit: Duration) async throws(ScanError)
        -> Reader.Reading
    {
        guard isReady else { throw .notReady }
        let reader = try await borrow()
        defer { giveBack(reader) }
        return try await reader.read(image, languages: languages, timeLimit: timeLimit)
    }

    private func borrow() async throws(ScanError) -> Reader {
        if let reader = idle.popLast() { return reader }
        guard waiters.count < queueLimit else { throw .busy }
        let id = nextID
        nextID += 1
        let reader = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiter) in
                if Task.isCancelled { return continuation.resume(returning: nil) }
                waiters.append((id, continuation))
            }
        } onCancel: {
            Task { await self.abandon(id) }
        }
        guard let reader else { throw .busy }
        return reader
    }

    private func giveBack(_ reader: Reader) {
        if waiters.isEmpty {
            idle.append(reader)
        } else {
            waiters.removeFirst().continuation.resume(returning: reader)
        }
    }

    /// The client of a waiting scan has gone.
    private func abandon(_ id: UInt64) {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
        waiters.remove(at: index).continuation.resume(returning: nil)
    }
}
