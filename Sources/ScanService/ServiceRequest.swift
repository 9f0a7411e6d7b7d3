import HTTP1
import HTTPServer

/// One request on its way through the service: what came over the wire, and what is known of it.
struct ServiceRequest: Sendable {
    let http: ServerRequest
    let id: RequestID
    /// What the route's `{name}` segments took.
    let parameters: PathParameters
    let caller: Caller
    /// What its body takes of the memory for all bodies, for as long as somebody holds it.
    let memory: AllowanceShare

    var fields: FieldBlock { http.fields }
    var body: RequestBody { http.body }
    var query: Substring? { http.query }
}

/// Bodies as they may be read: within the limit of one and the memory for all.
extension ServiceRequest {
    /// Refuses a body before it is asked for, where its announced length says enough.
    func checkAnnounced(limit: Int) throws(ServiceError) {
        do throws(RequestBodyError) { try body.checkAnnounced(limit: limit) } catch { throw .body(error) }
        if let length = body.announcedLength, !memory.hasRoom(for: length) { throw .uploadsFull }
    }

    /// The next bytes; nil at the end.
    func nextChunk() async throws(ServiceError) -> ArraySlice<UInt8>? {
        let chunk: ArraySlice<UInt8>?
        do throws(RequestBodyError) { chunk = try await body.next() } catch { throw .body(error) }
        // As they come, not as announced: who announces much and sends little holds no more than that.
        if let chunk, !memory.take(chunk.count) { throw .uploadsFull }
        return chunk
    }

    /// The whole body.
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
}
