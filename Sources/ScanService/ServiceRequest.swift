import Foundation
import HTTPServer
import HTTPTypes
import Scanning
import SystemSupport
import Texts

/// A request that may be served: the request itself, its sender, and its id.
struct ServiceRequest: Sendable {
    let http: ServerRequest
    let id: RequestID
    let parameters: PathParameters
    let caller: Caller
    /// All texts that an answer may be said with, and those that this request asks for.
    let answers: AnswerTexts
    let texts: Texts
    /// Whose turn the request takes, and where its work is charged.
    let account: ScanAccount
    /// The rate limit of the client, which other servers charge too; nil for none.
    let limit: RateLimit?
    /// Has the client pay units beyond what the route costs.
    let pay: @Sendable (Int) -> Void
    /// Counts the bytes of this request's body in the quota for all bodies.
    let memory: QuotaReservation

    var fields: FieldBlock { http.fields }
    var body: RequestBody { http.body }
    var query: Substring? { http.query }

    /// The value of `Content-Type` without its parameters, in small letters.
    var mediaType: String? { fields[.contentType].map { ParameterizedValue($0).value } }

    /// Has the client pay for pictures beyond the first. One that hasn't got as much is in debt, as for processor time.
    func payForFurtherPictures(_ count: Int) { pay(count * RequestCost.image) }

    /// Returns the UUID in a `{name}` segment of the route's path.
    func pathID(_ name: String) throws(ServiceError) -> UUID {
        guard let id = parameters[name].flatMap({ UUID(uuidString: $0) }) else {
            throw .invalidField(name: name, rule: .mustBeUuid)
        }
        return id
    }
}

/// Reading of bodies. Two limits apply: one on each body, and the quota on all bodies in memory.
extension ServiceRequest {
    /// Refuses a body that is compressed, or whose announced length is over a limit, before the client is asked to send it.
    func checkAnnounced(limit: Int) throws(ServiceError) {
        guard ["", "identity"].contains(fields[.contentEncoding] ?? "") else { throw .compressedBody }
        do throws(RequestBodyError) { try body.checkAnnounced(limit: limit) } catch { throw .body(error) }
        if let length = body.announcedLength, !memory.hasRoom(for: length) { throw .uploadsFull }
    }

    /// Returns the next bytes of the body; nil at its end.
    func nextChunk() async throws(ServiceError) -> ArraySlice<UInt8>? {
        let chunk = try await rethrowing(ServiceError.body) { () throws(RequestBodyError) in
            try await body.next()
        }
        // Memory is reserved for bytes that have arrived. Announced bytes may never come.
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

    /// Returns the whole body of a request that must be JSON.
    func collectJSON(limit: Int) async throws(ServiceError) -> [UInt8] {
        let json = "application/json"
        guard mediaType == json else { throw .unsupportedMediaType(accepted: json) }
        return try await collect(limit: limit)
    }
}

/// A route's handler with its scope and its cost. `Responses.problem` turns the handler's errors into problem details.
struct ServiceRoute: Sendable {
    /// The scope that a key needs; nil for routes that anybody may use.
    let scope: AccessScope?
    /// A scope that will do as well, where the body says what is done; the route asks for the right one.
    let orScope: AccessScope?
    /// Number of units that a request takes from the caller's rate limit.
    let cost: Int
    let respond: @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
}

/// Costs of requests, in units of the rate limits. Reading an image takes thousands of times as long as judging a text.
/// The costs differ by less, so that a client that scans has units left to ask for its results.
enum RequestCost {
    static let image = 10
    static let text = 2
    static let other = 1
    /// The cost of health checks and similar requests, which are never refused.
    static let free = 0
    /// The cost of a second of processor time. An image's and a text's own costs pay for the first part of their time.
    static let perSecond = 100
}

typealias ServiceRouter = Router<ServiceRoute>

extension ServiceRouter {
    mutating func on(
        _ method: HTTPRequest.Method, _ path: String, scope: AccessScope?, orScope: AccessScope? = nil,
        cost: Int = RequestCost.other,
        respond: @escaping @Sendable (ServiceRequest) async throws(ServiceError) -> ServerResponse
    ) {
        on(method, path, handler: ServiceRoute(scope: scope, orScope: orScope, cost: cost, respond: respond))
    }
}

extension Router.Match {
    /// The pattern of the route, such as `/scans/{id}`; nil where the path matches no route.
    var pattern: String? {
        switch self {
        case .route(let path, _, _), .methodNotAllowed(let path, _): path
        case .notFound: nil
        }
    }
}
