import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Storage
import TypeSafeAPI

/// What is kept of a session: `GET /results…` and `DELETE /sessions/{id}`.
///
/// Who knows a session's id sees its results, and who knows a scan's id sees that one: both are random numbers of 122 bits.
struct ResultRoutes: Sendable {
    let keeping: ResultKeeping

    func add(to router: inout ServiceRouter) {
        router.on(.get, "/results/latest", scope: .read) { request throws(ServiceError) in
            let fields = try QueryFields.read(request.query ?? "", as: ResultQuery.Field.self)
            return Responses.conditional(
                try await latest(session: session(fields)), for: request.fields)
        }
        router.on(.get, "/results", scope: .read) { request throws(ServiceError) in
            let fields = try QueryFields.read(request.query ?? "", as: ResultQuery.Field.self)
            return Responses.conditional(try await list(fields), for: request.fields)
        }
        router.on(.get, "/results/{scan_id}", scope: .read) { request throws(ServiceError) in
            let scan = try id("scan_id", request.parameters["scan_id"])
            return Responses.conditional(try await result(scan: scan), for: request.fields)
        }
        router.on(.delete, "/sessions/{id}", scope: .scan) { request throws(ServiceError) in
            try await delete(session: id("id", request.parameters["id"]))
        }
    }

    private func latest(session: UUID) async throws(ServiceError) -> ServerResponse {
        let store = try results
        return try answer(
            await Self.rethrowing { () throws(StoreError) in try await store.latest(session: session) })
    }

    private func result(scan: UUID) async throws(ServiceError) -> ServerResponse {
        let store = try results
        return try answer(
            await Self.rethrowing { () throws(StoreError) in try await store.result(scan: scan) })
    }

    private func list(_ fields: [ResultQuery.Field: String]) async throws(ServiceError) -> ServerResponse {
        let session = try session(fields)
        let limit = try Self.limit(fields[.limit])
        let before = try fields[.before].map { value throws(ServiceError) in try id("before", value) }
        let store = try results
        let page = try await Self.rethrowing { () throws(StoreError) in
            try await store.results(session: session, limit: limit, before: before)
        }
        // What is stored is what is sent: it isn't read and written again.
        var body = Array(#"{"#.utf8)
        if page.hasMore, let last = page.results.last {
            body += Array(#""next":"\#(last.scan.uuidString.lowercased())","#.utf8)
        }
        body += Array(#""results":["#.utf8)
        for (index, result) in page.results.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            body += result.body
        }
        body += Array("]}".utf8)
        return ServerResponse(status: .ok, contentType: "application/json", body: body)
    }

    private func delete(session: UUID) async throws(ServiceError) -> ServerResponse {
        guard let store = keeping.store else { throw .noResult(isKeeping: false) }
        let deleted = try await Self.rethrowing { () throws(StoreError) in
            try await store.deleteSession(session)
        }
        return Responses.json(SessionDeletion(deleted: deleted))
    }

    private var results: ResultStore {
        get throws(ServiceError) {
            guard let store = keeping.store, keeping.keepsResults else { throw .noResult(isKeeping: false) }
            return store
        }
    }

    private func answer(_ result: StoredResult?) throws(ServiceError) -> ServerResponse {
        guard let result else { throw .noResult(isKeeping: true) }
        return ServerResponse(status: .ok, contentType: "application/json", body: Array(result.body))
    }

    private static func rethrowing<R>(_ body: () async throws(StoreError) -> R) async throws(ServiceError)
        -> R
    {
        do throws(StoreError) { return try await body() } catch { throw .store(error) }
    }

    private func session(_ fields: [ResultQuery.Field: String]) throws(ServiceError) -> UUID {
        let name = ResultQuery.Field.session.rawValue
        guard let value = fields[.session] else { throw .missingField(names: "`\(name)`", field: name) }
        return try id(name, value)
    }

    private func id(_ name: String, _ value: String?) throws(ServiceError) -> UUID {
        guard let id = value.flatMap(UUID.init) else {
            throw .invalidField(name: name, rule: "must be a UUID")
        }
        return id
    }

    private static func limit(_ value: String?) throws(ServiceError) -> Int {
        guard let value else { return ResultQuery.defaultLimit }
        guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let limit = Int(value),
            ResultQuery.limits.contains(limit)
        else {
            throw .invalidField(
                name: ResultQuery.Field.limit.rawValue,
                rule:
                    "must be a number from \(ResultQuery.limits.lowerBound) to \(ResultQuery.limits.upperBound)"
            )
        }
        return limit
    }
}
