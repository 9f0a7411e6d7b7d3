import Foundation
import ScreenshotDetection

extension ScreenshotFinder {
    /// Time after which reading the newest screenshot is given up. It normally takes 40 ms (Benchmarks/desktop, `fetch`), but
    /// a network mount without its server can block forever.
    private static let timeout = Duration.seconds(5)

    /// Does the same as `newest(around:)` within the time limit, and doesn't block the caller's thread.
    func newestWithinTimeout(around notified: Date?) async throws(CommandFailure) -> PictureFile {
        try await withinTimeout { () throws(ScreenshotFinderError) in try newest(around: notified) }
    }

    /// Reads the picture of a notification, within the time limit too.
    /// - Parameter path: where it was last; nil where that isn't known.
    func pictureWithinTimeout(
        _ reference: PictureReference, at path: String? = nil
    ) async throws(CommandFailure) -> PictureFile {
        try await withinTimeout { () throws(ScreenshotFinderError) in try picture(reference, at: path) }
    }

    private func withinTimeout(
        _ find: @escaping @Sendable () throws(ScreenshotFinderError) -> PictureFile
    ) async throws(CommandFailure) -> PictureFile {
        // Two results may come. The first one is buffered and the second one is dropped.
        let (results, continuation) = AsyncStream.makeStream(
            of: Result<PictureFile, CommandFailure>.self, bufferingPolicy: .bufferingOldest(1))
        // The reading has a thread of its own. A thread that the kernel blocks for ever can then be left behind.
        Thread.detachNewThread {
            do throws(ScreenshotFinderError) {
                continuation.yield(.success(try find()))
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
