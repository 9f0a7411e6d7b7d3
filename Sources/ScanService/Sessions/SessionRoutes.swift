import HTTPServer
import HTTPTypes

/// The route of a session's event stream. Whoever knows a session's id may act for that session.
struct SessionRoutes: Sendable {
    let feed: SessionFeed
    /// Length of a silence after which the stream sends a comment.
    let heartbeat: Duration

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/sessions/{id}/events", scope: .scan) { request throws(ServiceError) in
            let session = try request.pathID("id")
            let following = try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
                try feed.follow(
                    session, hearsEnds: request.fields[.lastEventID] != nil, client: request.caller.client)
            }
            return EventStream.response(following, heartbeat: heartbeat)
        }
    }
}
