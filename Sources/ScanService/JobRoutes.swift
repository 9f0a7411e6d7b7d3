import Foundation
import HTTPServer
import HTTPTypes
import TypeSafeAPI

/// Routes for the state of scans that were sent with `Prefer: respond-async`.
struct JobRoutes: Sendable {
    let jobs: any ScanJobs
    /// Length of a silence after which an event stream sends a comment.
    let heartbeat: Duration

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/scans/{id}", scope: .scan) { request throws(ServiceError) in
            let id = try Self.id(request)
            return Responses.json(
                encoded: try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
                    try await jobs.latest(of: id, owner: request.jobOwner)
                }.json)
        }
        router.on(.delete, "/scans/{id}", scope: .scan) { request throws(ServiceError) in
            let id = try Self.id(request)
            try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
                try await jobs.cancel(id, owner: request.jobOwner)
            }
            return ServerResponse(status: .noContent)
        }
        router.on(.get, "/scans/{id}/events", scope: .scan) { request throws(ServiceError) in
            let id = try Self.id(request)
            let last = request.fields[.lastEventID].flatMap { Int($0) } ?? 0
            let subscription = try await rethrowing(ServiceError.job) { () throws(JobRefusal) in
                try await jobs.follow(id, owner: request.jobOwner, client: request.caller.client)
            }
            return EventStream.response(subscription, after: last, heartbeat: heartbeat)
        }
    }

    /// The 202 response to a request whose scan became a job.
    /// - Parameter first: the job as it was accepted. A quick one may have ended by now, and its client would get a result where it
    ///   expects none.
    static func accepted(_ id: UUID, _ first: JobEvent) -> ServerResponse {
        var response = Responses.json(encoded: first.json, status: .accepted)
        response.head.headerFields[.location] = "/scans/\(id.uuidString.lowercased())"
        response.head.headerFields[.preferenceApplied] = PreferField.respondAsync
        return response
    }

    /// A job's id from the request's path. Any text that is no UUID gets the same answer as the UUID of a job that
    /// doesn't exist.
    private static func id(_ request: ServiceRequest) throws(ServiceError) -> UUID {
        guard let id = request.parameters["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw .job(.unknown)
        }
        return id
    }
}

extension ServiceRequest {
    /// Name of the key whose requests may see the job. It is nil where the server asks for no keys; then anybody who
    /// knows the job's id may see it.
    var jobOwner: String? { caller.key }
}

/// Events of a job or of a session's scans as server-sent events (WHATWG HTML §9.2), until the job ends, the client goes or the server
/// stops.
enum EventStream {
    /// Milliseconds until a client that lost the stream connects again.
    private static let retry = "retry: 1000\n\n"
    private static let heartbeat = ": alive\n\n"

    /// - Parameter last: the number of the last event that the client has received; 0 for none.
    static func response(
        _ subscription: any JobFollowing, after last: Int, heartbeat: Duration
    ) -> ServerResponse {
        let latest = subscription.latest
        // A 204 tells the client not to connect again: no event will follow.
        if latest.state.isFinal, last == latest.number { return ServerResponse(status: .noContent) }
        // A number that is greater than every event's belongs to another job.
        let first = last > latest.number ? 0 : last
        var response = ServerResponse(status: .ok, contentType: "text/event-stream") { writer in
            try await writer.write(Array(retry.utf8))
            var seen = first
            while true {
                let events = await subscription.events(after: seen, within: heartbeat)
                for event in events {
                    try await writer.write(bytes(of: event))
                    if event.state.isFinal { return }
                    seen = event.number
                }
                if events.isEmpty, subscription.isOver { return }
                if events.isEmpty { try await writer.write(Array(Self.heartbeat.utf8)) }
            }
        }
        response.head.headerFields[.accelBuffering] = "no"
        return response
    }

    /// The stream of a session, which has no end of its own. Each event's id is its scan's: a client that connects again shows by
    /// `Last-Event-ID` that it was here before, and needs to be told of what has ended meanwhile.
    static func response(_ following: SessionFollowing, heartbeat: Duration) -> ServerResponse {
        var response = ServerResponse(status: .ok, contentType: "text/event-stream") { writer in
            try await writer.write(Array((retry + "id: -\n\n").utf8))
            while true {
                let events = await following.listener.events(within: heartbeat)
                for event in events { try await writer.write(bytes(of: event)) }
                if events.isEmpty, following.listener.isOver { return }
                if events.isEmpty { try await writer.write(Array(Self.heartbeat.utf8)) }
            }
        }
        response.head.headerFields[.accelBuffering] = "no"
        return response
    }

    private static func bytes(of event: JobEvent) -> [UInt8] {
        bytes(id: "\(event.number)", event.state, event.json)
    }

    private static func bytes(of event: SessionEvent) -> [UInt8] {
        // The type holds nothing that JSON can't express.
        let json = (try? WireCoding.bytes(event)) ?? Array("{}".utf8)
        return bytes(id: event.scanID.uuidString.lowercased(), event.state, json)
    }

    /// - Parameter json: the data, on one line.
    private static func bytes(id: String, _ state: ScanJobState, _ json: [UInt8]) -> [UInt8] {
        Array("id: \(id)\nevent: \(state.rawValue)\ndata: ".utf8) + json + Array("\n\n".utf8)
    }
}
