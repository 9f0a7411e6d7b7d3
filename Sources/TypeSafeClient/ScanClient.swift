public import Foundation
public import TypeSafeAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A scan server, as a Swift program speaks to it.
///
/// A client can be used from any number of tasks at once. Cancelling a task ends its call.
public struct ScanClient: Sendable {
    /// What the client was made with.
    public let configuration: ClientConfiguration
    private let transport: HTTPTransport

    /// Makes a client; nothing is sent yet.
    /// - Throws: `ClientError` where the server's URL isn't http or https, or where this platform can't trust authorities of
    ///   the caller's choice.
    public init(configuration: ClientConfiguration) throws(ClientError) {
        guard ["http", "https"].contains(configuration.server.scheme?.lowercased()),
            configuration.server.host?.isEmpty == false
        else { throw ClientError(.invalidRequest, context: "the server must be an http or https URL") }
        if let key = configuration.apiKey, !key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            throw ClientError(.invalidRequest, context: "the API key holds characters that no key has")
        }
        #if !canImport(Security)
            guard configuration.trustedAuthorities.isEmpty else {
                throw ClientError(
                    .unsupported,
                    context: "URLSession on this platform trusts the system's authorities only; "
                        + "add yours to the system's (update-ca-certificates)")
            }
        #endif
        self.configuration = configuration
        transport = HTTPTransport(trustedAuthorities: configuration.trustedAuthorities)
    }

    /// Makes a client with the defaults for everything but the server.
    public init(server: URL) throws(ClientError) {
        try self.init(configuration: ClientConfiguration(server: server))
    }

    /// Has a screenshot judged.
    /// - Parameter image: a picture file's bytes, as they are; the server says which kinds it reads.
    public func scan(
        image: Data, options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanResponse {
        try await decoded(Self.scanCall(image, options))
    }

    static func scanCall(_ image: Data, _ options: ScanOptions) throws(ClientError) -> Call {
        guard !image.isEmpty else { throw ClientError(.invalidRequest, context: "the picture is empty") }
        var form = MultipartBody()
        // The small fields first: a server can refuse them before it has taken the picture.
        for (field, value) in [
            (ScanForm.Field.sessionID, options.session?.uuidString.lowercased()),
            (.userCountry, options.country), (.lang, options.languages), (.ocrText, options.ocrText),
        ] {
            if let value { form.append(field: field.rawValue, value) }
        }
        form.append(file: ScanForm.Field.image.rawValue, image)
        let contentType = form.contentType
        return post("scan-image", contentType, form.finished())
    }

    /// Has a text judged.
    public func analyze(
        text: String, options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanResponse {
        let request = AnalyzeTextRequest(
            text: text, sessionID: options.session, appBundle: options.appBundle, userCountry: options.country
        )
        guard let body = try? WireCoding.encoder().encode(request) else {
            throw ClientError(.invalidRequest, context: "the text can't be written as JSON")
        }
        return try await decoded(Self.post("analyze-text", "application/json", body))
    }

    /// One wish of the caller's, however often it is sent.
    private static func post(_ path: String, _ contentType: String, _ body: Data) -> Call {
        Call(
            method: "POST", path: path, contentType: contentType, body: body,
            idempotencyKey: UUID().uuidString.lowercased())
    }

    /// The newest result that the server keeps for a session.
    /// - Throws: `ClientError` with `.notFound` where it keeps none, or keeps no results at all.
    public func latestResult(session: UUID) async throws(ClientError) -> LatestResult {
        try await decoded(
            Call(path: "results/latest", query: [("session_id", session.uuidString.lowercased())]))
    }

    /// Some of the results that the server keeps for a session, newest first.
    /// - Parameters:
    ///   - limit: 1 to 100.
    ///   - before: `next` of the list before: continues there.
    /// - Throws: `ClientError` with `.notFound` where the server keeps no results at all.
    public func results(
        session: UUID, limit: Int = ResultQuery.defaultLimit, before: String? = nil
    ) async throws(ClientError) -> ResultList {
        var query = [
            (ResultQuery.Field.session, session.uuidString.lowercased()), (.limit, String(limit)),
        ]
        if let before { query.append((.before, before)) }
        return try await decoded(
            Call(path: "results", query: query.map { (name: $0.0.rawValue, value: $0.1) }))
    }

    /// Has the server delete all that it keeps for a session.
    /// - Returns: how many of what were deleted, by kind.
    /// - Throws: `ClientError` with `.notFound` where it keeps nothing for sessions.
    public func deleteSession(_ session: UUID) async throws(ClientError) -> [String: Int] {
        let answer: SessionDeletion = try await decoded(
            Call(method: "DELETE", path: "sessions/\(session.uuidString.lowercased())"))
        return answer.deleted
    }

    /// Whether the server is alive.
    public func health() async throws(ClientError) -> HealthResponse {
        try await decoded(Call(path: "health"))
    }

    /// Whether the server would serve a scan now. Asked once: "not yet" is an answer.
    public func ready() async throws(ClientError) -> ReadyResponse {
        try await decoded(Call(path: "ready", answersWith: [200, 503], retries: .never))
    }

    /// What the server's verdicts rest on.
    public func version() async throws(ClientError) -> VersionResponse {
        try await decoded(Call(path: "version"))
    }

    func decoded<T: Decodable & Sendable>(_ call: Call) async throws(ClientError) -> T {
        try decoded(await answer(to: call))
    }

    func answer(to call: Call) async throws(ClientError) -> CallRun.Answer {
        try await CallRun(call: call, configuration: configuration, transport: transport).answer()
    }

    func decoded<T: Decodable & Sendable>(_ answer: CallRun.Answer) throws(ClientError) -> T {
        do {
            return try WireCoding.decoder().decode(T.self, from: answer.body)
        } catch {
            throw ClientError(
                .badAnswer, status: answer.status, requestID: answer.requestID, attempts: answer.attempts,
                context: configuration.server.host)
        }
    }
}
