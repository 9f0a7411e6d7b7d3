import Foundation
import ScreenshotDetection
import Synchronization

/// Automatic fetching, given up after 5 s: a network mount that hangs must not hang the user.
enum TimedFetch {
    private static let limit = Duration.seconds(5)

    /// - Parameter notified: when the screenshot was told of; nil takes the newest there is.
    static func newest(
        _ fetch: ScreenshotFetch, around notified: Date?
    ) async throws(CommandFailure) -> PictureFile {
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<PictureFile, CommandFailure>, Never>) in
            let once = Once(continuation)
            // A thread of its own: one that is stuck in the kernel can be left behind.
            let thread = Thread {
                do throws(FetchError) {
                    let picture =
                        if let notified { try fetch.newest(around: notified) } else { try fetch.newest() }
                    once.resume(.success(picture))
                } catch {
                    once.resume(.failure(.fetch(error)))
                }
            }
            thread.start()
            Task {
                try await Task.sleep(for: limit)
                once.resume(.failure(.timedOut))
            }
        }
        return try result.get()
    }

    private final class Once: Sendable {
        private let continuation: Mutex<CheckedContinuation<Result<PictureFile, CommandFailure>, Never>?>

        init(_ continuation: CheckedContinuation<Result<PictureFile, CommandFailure>, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume(_ result: Result<PictureFile, CommandFailure>) {
            let first = continuation.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            first?.resume(returning: result)
        }
    }
}
