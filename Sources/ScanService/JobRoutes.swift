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
