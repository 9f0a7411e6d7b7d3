import Concurrency
import Foundation
import HTTP1
import HTTPServer
import HTTPTypes

/// One request that was admitted: what came over the wire, and what is known of it.
struct ServiceRequest: Sendable {
    let http: ServerRequest
    let id: RequestID
    /// The values of the route's `{name}` segments.
    let parameters: PathParameters
    let caller: Caller
    /// The bytes of this request's body, as a part of the memory for all bodies.
    let memory: QuotaReservation

    var fields: FieldBlock { http.fields }
    var body: RequestBody { http.body }
    var query: Substring? { http.query }

    /// The content type without its parameters, in lower case.
    var mediaType: String? { fields[.contentType].map { ParameterizedValue($0).value } }

    /// The UUID in a `{name}` segment of the route.
    func pathID(_ name: String) throws(ServiceError) -> UUID {
        guard let id = parameters[name].flatMap({ UUID(uuidString: $0) }) else {
            throw .invalidField(name: name, rule: "must be a UUID")
        }
        return id
    }
}

/// Bodies are read within two limits: one for each, and the memory for all.
extension ServiceRequest {
    /// Refuses a body whose announced length is over a limit, before the client is asked for it.
    func checkAnnounced(limit: Int) throws(ServiceError) {
        do throws(RequestBodyError) { try body.checkAnnounced(limit: limit) } catch { throw .body(error) }
        if let length = body.announcedLength, !memory.hasRoom(for: length) { throw .uploadsFull }
    }

    /// The body's next bytes; nil at the end.
    func nextChunk() async throws(ServiceError) -> ArraySlice<UInt8>? {
        let chunk = try await rethrowing(ServiceError.body) { () throws(RequestBodyError) in
            try await body.next()
        }
        // Memory is taken for the bytes that came, not for those announced, which may never come.
        if let chunk, !memory.take(chunk.count) { throw .uploadsFull }
        return chunk
    }

    func collect(limit: Int) async throws(ServiceError) -> [UInt8] {
        try checkAnnounced(limit: limit)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.announcedLength ?? 0)
        while let chunk = try await nextChunk() {
            if bytes.count + chunk.count > limit { throw .body(.tooLarge(limit: limit)) }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    /// The bytes of a JSON body.
    func collectJSON(limit: Int) async throws(ServiceError) -> [UInt8] {
        let json = "application/json"
        guard mediaType == json else { throw .unsupportedMediaType(accepted: json) }
        return try await collect(limit: limit)
    }
}
