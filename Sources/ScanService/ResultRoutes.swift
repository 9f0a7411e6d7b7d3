import Foundation
import HTTPServer
import HTTPTypes
import Storage
import TypeSafeAPI

/// Routes for the results of a session: `GET /results…` and `DELETE /sessions/{id}`.
///
/// Whoever knows a session's id can read its results. Whoever knows a scan's id can read that result. Both ids are
/// random numbers of 122 bits.
struct ResultRoutes: Sendable {
    let results: ResultRecorder
    /// Forgets a deleted session's latest scans.
    let feed: SessionFeed
    let memory: MemoryKeeper?

    private typealias Field = ResultQuery.Field

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/results/latest", scope: .read) { request throws(ServiceError) in
            let session = try Self.session(RequestFields(query: request.query, names: Field.self))
            let store = try store
            return try await Self.response(for: request) { () throws(StoreError) in
                try await store.latest(session: session)
            }
        }
        router.on(.get, "/results", scope: .read) { request throws(ServiceError) in
            let fields = try RequestFields(query: request.query, names: Field.self)
            return Responses.conditional(try await list(fields), for: request.fields)
        }
        router.on(.get, "/results/{scan_id}", scope: .read) { request throws(ServiceError) in
            let scan = try request.pathID("scan_id")
            let store = try store
            return try await Self.response(for: request) { () throws(StoreError) in
                try await store.result(scan: scan)
            }
        }
        router.on(.delete, "/sessions/{id}", scope: .scan) { request throws(ServiceError) in
            try await delete(session: request.pathID("id"))
        }
    }

    private func list(_ fields: RequestFields) async throws(ServiceError) -> ServerResponse {
        let session = try Self.session(fields)
        let limit = try fields.number(Field.limit, in: ResultQuery.limits) ?? ResultQuery.defaultLimit
        let before = try fields.id(Field.before)
        let store = try store
        let page = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await store.results(session: session, limit: limit, before: before)
        }
        // Stored bodies are JSON already: decoding and encoding them again would change nothing.
        var body = Array(#"{"#.utf8)
        if page.hasMore, let last = page.results.last {
            body += Array(#""next":"\#(last.scan.uuidString.lowercased())","#.utf8)
        }
        body += Array(#""results":["#.utf8)
        for (index, result) in page.results.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += result.body
        }
        return Responses.json(encoded: body + Array("]}".utf8))
    }

    private func delete(session: UUID) async throws(ServiceError) -> ServerResponse {
        await feed.forget(session)
        if let memory {
            try await rethrowing(ServiceError.memory) { () throws(MemoryFault) in
                try await memory.forget(session: session)
            }
        }
        guard let store = results.store else { throw .noResult(isKeeping: false) }
        let deleted = try await rethrowing(ServiceError.store) { () throws(StoreError) in
            try await store.deleteSession(session)
        }
        return Responses.json(SessionDeletion(deleted: deleted))
    }

    private var store: any ResultStore {
        get throws(ServiceError) {
            guard let store = results.store, results.keepsResults else { throw .noResult(isKeeping: false) }
            return store
        }
    }

    private static func response(
        for request: ServiceRequest, _ find: () async throws(StoreError) -> StoredResult?
    ) async throws(ServiceError) -> ServerResponse {
        guard let result = try await rethrowing(ServiceError.store, find) else {
            throw .noResult(isKeeping: true)
        }
        return Responses.conditional(Responses.json(encoded: Array(result.body)), for: request.fields)
    }

    private static func session(_ fields: RequestFields) throws(ServiceError) -> UUID {
        try fields.required(Field.session, try fields.id(Field.session))
    }
}
