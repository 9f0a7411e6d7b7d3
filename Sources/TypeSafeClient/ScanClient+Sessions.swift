public import Foundation
public import TypeSafeAPI

/// What there is to know of a session that is followed.
public enum SessionUpdate: Sendable, Equatable {
    /// One of its scans has gone on or ended.
    case scan(SessionEvent)
    /// The connection is gone, for the reason of the error; it is tried again until it is back. It is said once for each loss.
    case lost(ClientError)
    /// The connection is back. Ends that were missed follow.
    case regained
}

/// Following all scans of a session.
extension ScanClient {
    /// Follows a session's scans, whoever sends them: of asynchronous ones start, progress at most once a second, and end, of others
    /// the end. The first updates tell of the scans that are under way.
    ///
    /// The stream has no end of its own. Where the connection is lost, it is made again after growing waits. Each scan's end comes
    /// once. A consumer that is far behind misses the oldest updates.
    /// - Returns: updates; the stream ends with a `ClientError` where the server can't be reached at first, or refuses.
    public func updates(of session: UUID) -> AsyncThrowingStream<SessionUpdate, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(SessionFollower.waitingLimit)) { continuation in
            let follower = SessionFollower(client: self, session: session) { continuation.yield($0) }
            let task = Task {
                continuation.finish(throwing: await follower.run())
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}
