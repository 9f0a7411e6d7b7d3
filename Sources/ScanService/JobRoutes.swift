import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import TypeSafeAPI

/// What became of scans that were sent with `Prefer: respond-async`.
struct JobRoutes: Sendable {
    let jobs: JobRegistry
    let heartbeat: Duration

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/scans/{id}", scope: .scan) { request throws(ServiceError) in
            let id = try Self.id(request)
            return try await Self.rethrowing { () throws(JobRegistry.Refusal) in
                Self.response(try await jobs.latest(of: id, owner: request.jobOwner))
            }
        }
        router.on(.delete, "/scans/{id}", scope: .scan) { request throws(ServiceError) in
            let id = try Self.id(request)
            return try await Self.rethrowing { () throws(JobRegistry.Refusal) in
                try await jobs.cancel(id, owner: request.jobOwner)
                return ServerResponse(status: .noContent)
            }
        }
        router.on(.get, "/scans/{id}/events", scope: .scan) { request throws(ServiceError) in
            let id = try Self.id(request)
            let last = request.fields[.lastEventID].flatMap { Int($0) } ?? 0
            return try await Self.rethrowing { () throws(JobRegistry.Refusal) in
                EventStream.response(
                    try await jobs.subscribe(to: id, owner: request.jobOwner), after: last,
                    heartbeat: heartbeat)
            }
        }
    }

    /// Says that a job was taken, and where to ask for it.
    static func accepted(_ job: Job) -> ServerResponse {
        var response = Self.response(job.latest)
        response.head.status = .accepted
        response.head.headerFields[.location] = "/scans/\(job.id.uuidString.lowercased())"
        response.head.headerFields[.preferenceApplied] = PreferField.respondAsync
        return response
    }

    static func rethrowing<R>(
        _ body: () async throws(JobRegistry.Refusal) -> R
    ) async throws(ServiceError) -> R {
        do throws(JobRegistry.Refusal) { return try await body() } catch { throw .job(error) }
    }

    private static func response(_ event: JobEvent) -> ServerResponse {
        ServerResponse(status: .ok, contentType: "application/json", body: event.json)
    }

    private static func id(_ request: ServiceRequest) throws(ServiceError) -> UUID {
        guard let id = request.parameters["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw .job(.unknown)
        }
        return id
    }
}

extension ServiceRequest {
    /// Who may see the jobs of this request; nil where no keys are asked for and ids alone tell callers apart.
    var jobOwner: String? { caller.key }
}
