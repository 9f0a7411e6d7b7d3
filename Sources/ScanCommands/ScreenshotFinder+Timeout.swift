import Foundation
import ScreenshotDetection

extension ScreenshotFinder {
    /// Time after which reading the newest screenshot is given up. It normally takes 40 ms (Benchmarks/desktop, `fetch`), but
    /// a network mount without its server can block forever.
    private static let timeout = Duration.seconds(5)

    /// Like `newest(around:)`, without blocking the caller's thread and within the time limit.
    func newestWithinTimeout(around notified: Date?) async throws(CommandFailure) -> PictureFile {
        // The first result is buffered and the second one is dropped.
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<PictureFile, CommandFailure>.self, bufferingPolicy: .bufferingOldest(1))
        // A thread of its own: one that is blocked in the kernel can be left behind.
        Thread.detachNewThread {
            do throws(ScreenshotFinderError) {
                continuation.yield(.success(try newest(around: notified)))
            } catch {
                continuation.yield(.failure(.screenshot(error)))
            }
        }
        let timer = Task {
            try await Task.sleep(for: Self.timeout)
            continuation.yield(.failure(.timedOut))
        }
        defer { timer.cancel() }
        for await result in results { return try result.get() }
        throw .timedOut
    }
}
