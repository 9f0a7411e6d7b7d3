public import Foundation
public import TypeSafeAPI

/// A client of one scan server.
///
/// A client can be used from any number of tasks at once. Cancelling a task ends its call with `ClientError.Code.cancelled`.
public struct ScanClient: Sendable {
    /// The configuration that the client was created with.
    public let configuration: ClientConfiguration
    private let transport: any HTTPTransport

    /// Creates a client without sending anything.
    /// - Throws: `ClientError` with `.invalidRequest` where the server isn't an http or https URL or the API key holds characters
    ///   other than visible ASCII; with `.unsupported` where the platform can't trust additional authorities.
    public init(configuration: ClientConfiguration) throws(ClientError) {
        #if os(Linux)
            let transport = CurlTransport(
                unixSocket: configuration.unixSocket, connections: configuration.connections)
        #else
            guard configuration.unixSocket == nil else {
                throw ClientError(.unsupported, context: "this platform's client reaches no Unix sockets")
            }
            let transport = URLSessionTransport(
                trustedAuthorities: configuration.trustedAuthorities, connections: configuration.connections)
        #endif
        try self.init(configuration: configuration, transport: transport)
    }

    init(configuration: ClientConfiguration, transport: any HTTPTransport) throws(ClientError) {
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
                    context: "the client on this platform trusts the system's authorities only; "
                        + "add yours to the system's (update-ca-certificates)")
            }
        #endif
        self.configuration = configuration
        self.transport = transport
    }

    /// Creates a client with the default configuration for a server.
    public init(server: URL) throws(ClientError) {
        try self.init(configuration: ClientConfiguration(server: server))
    }

    /// Scans a screenshot.
    /// - Parameter image: content of an image file. The server decides which formats it reads; PNG, JPEG, WebP, GIF and BMP
    ///   are always among them.
    public func scan(
        image: Data, options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanResponse {
        try await scan(conversation: [image], options: options)
    }

    /// Scans several screenshots of a conversation as one talk. `ScanResponse.conversation` says in which order.
    /// - Parameter images: contents of 1 to `ScanForm.maxPictures` image files, in any order.
    public func scan(
        conversation images: [Data], options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanResponse {
        try await decoded(Self.scanRequest(images, options))
    }

    static func scanRequest(
        _ images: [Data], _ options: ScanOptions, _ further: [(ScanForm.Field, String?)] = []
    ) throws(ClientError) -> APIRequest {
        guard !images.contains(where: \.isEmpty) else {
            throw ClientError(.invalidRequest, context: "the picture is empty")
        }
        guard (1...ScanForm.maxPictures).contains(images.count) else {
            throw ClientError(
                .invalidRequest, context: "a conversation has 1 to \(ScanForm.maxPictures) pictures")
        }
        var form = MultipartBody()
        // The small fields come first, so that a server can refuse them before it receives the image.
        for (field, value) in [
            (ScanForm.Field.sessionID, options.session?.uuidString.lowercased()),
            (.userCountry, options.country), (.lang, options.languages), (.ocrText, options.ocrText),
            (.order, options.keepsOrder ? PictureOrder.given.rawValue : nil),
        ] + further {
            if let value { form.append(field: field.rawValue, value) }
        }
        for image in images { form.append(file: ScanForm.Field.image.rawValue, image) }
        let contentType = form.contentType
        return APIRequest(
            method: "POST", path: "scan-image", contentType: contentType, body: form.finished(),
            idempotencyKey: options.idempotencyKey ?? newKey)
    }

    /// Analyses the text of a message.
    public func analyze(
        text: String, options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanResponse {
        let request = AnalyzeTextRequest(
            text: text, sessionID: options.session, appBundle: options.appBundle, userCountry: options.country
        )
        return try await decoded(
            .json("POST", "analyze-text", request, idempotencyKey: options.idempotencyKey ?? Self.newKey))
    }

    private static var newKey: String { UUID().uuidString.lowercased() }

    /// Returns the newest result that the server stores for a session.
    /// - Throws: `ClientError` with `.notFound` where nothing is stored for the session, or the server stores no results.
    public func latestResult(session: UUID) async throws(ClientError) -> LatestResult {
        try await decoded(
            APIRequest(path: "results/latest", query: [("session_id", session.uuidString.lowercased())]))
    }

    /// Returns a page of the results that the server stores for a session, newest first.
    /// - Parameters:
    ///   - limit: largest number of results, 1 to 100.
    ///   - before: `next` of the previous page, to continue after it; nil for the first page.
    /// - Throws: `ClientError` with `.notFound` where the server stores no results.
    public func results(
        session: UUID, limit: Int = ResultQuery.defaultLimit, before: String? = nil
    ) async throws(ClientError) -> ResultList {
        var query = [
            (ResultQuery.Field.session, session.uuidString.lowercased()), (.limit, String(limit)),
        ]
        if let before { query.append((.before, before)) }
        return try await decoded(
            APIRequest(path: "results", query: query.map { (name: $0.0.rawValue, value: $0.1) }))
    }

    /// Returns the result of one scan, as the server stores it.
    /// - Throws: `ClientError` with `.notFound` where nothing is stored for the scan, or the server stores no results.
    public func result(scan: UUID) async throws(ClientError) -> ScanResponse {
        try await decoded(APIRequest(path: "results/\(scan.uuidString.lowercased())"))
    }

    /// Deletes everything that the server stores for a session.
    /// - Returns: number of deleted rows by kind, such as `results`.
    /// - Throws: `ClientError` with `.notFound` where the server stores nothing for sessions.
    public func deleteSession(_ session: UUID) async throws(ClientError) -> [String: Int] {
        let answer: SessionDeletion = try await decoded(
            APIRequest(method: "DELETE", path: "sessions/\(session.uuidString.lowercased())"))
        return answer.deleted
    }

    /// Tells the server's operator that a verdict was wrong. It changes no verdict by itself.
    /// - Returns: the id by which the feedback can be taken back.
    /// - Throws: `ClientError` with `.notFound` where the server keeps no feedback, or stores no result of the scan.
    public func send(_ feedback: Feedback) async throws(ClientError) -> FeedbackReceipt {
        try await decoded(.json("POST", "feedback", feedback, successStatuses: [201]))
    }

    /// Lists the messages that came most often, where the server remembers any. The key needs the scope `admin`.
    /// - Throws: `ClientError` with `.notFound` where the server remembers none.
    public func campaigns() async throws(ClientError) -> Campaigns {
        try await decoded(APIRequest(path: "campaigns"))
    }

    /// Has the server forget a message, whoever said something of it. The key needs the scope `admin`.
    /// - Parameter id: `SeenMessage.id`.
    /// - Throws: `ClientError` with `.notFound` where it isn't known.
    public func forgetMessage(_ id: UUID) async throws(ClientError) {
        _ = try await send(
            APIRequest(
                method: "DELETE", path: "campaigns/\(id.uuidString.lowercased())", successStatuses: [204]))
    }

    /// Returns what people confirmed as scams, as a signed list for other installations with the same key: lines of JSON. The key
    /// needs the scope `admin`.
    /// - Parameters:
    ///   - name: who makes it: 1 to 60 letters, digits, spaces, dots, hyphens and underscores.
    ///   - days: how long it may be used, 1 to 365.
    public func exportMemory(name: String, days: Int = 30) async throws(ClientError) -> Data {
        var request = APIRequest(path: "memory", query: [("name", name), ("days", String(days))])
        request.accept = "application/x-ndjson"
        return try await send(request).body
    }

    /// Has the server use a list that another installation made. The key needs the scope `admin`.
    /// - Parameter signer: the key that must have signed it, `MemoryListFacts.signer`.
    /// - Throws: `ClientError` with `.invalidField` where it isn't such a list, or is past its time.
    public func importList(_ content: Data, signer: String) async throws(ClientError) -> MemoryListFacts {
        try await decoded(
            APIRequest(
                method: "POST", path: "memory/lists", query: [("signer", signer)],
                contentType: "application/x-ndjson", body: content, successStatuses: [201]))
    }

    /// Returns the lists that the server uses. The key needs the scope `admin`.
    public func memoryLists() async throws(ClientError) -> MemoryLists {
        try await decoded(APIRequest(path: "memory/lists"))
    }

    /// Has the server forget a list. The key needs the scope `admin`.
    /// - Throws: `ClientError` with `.notFound` where it uses no list of that key.
    public func forgetList(signer: String) async throws(ClientError) {
        _ = try await send(
            APIRequest(method: "DELETE", path: "memory/lists/\(signer)", successStatuses: [204]))
    }

    /// Takes feedback back: the server deletes it.
    /// - Parameter id: `FeedbackReceipt.feedbackID`.
    /// - Throws: `ClientError` with `.notFound` where nothing is kept under the id, or no longer.
    public func deleteFeedback(_ id: UUID) async throws(ClientError) {
        _ = try await send(
            APIRequest(
                method: "DELETE", path: "feedback/\(id.uuidString.lowercased())", successStatuses: [204]))
    }

    /// Checks that the server process is alive.
    public func health() async throws(ClientError) -> HealthResponse {
        try await decoded(APIRequest(path: "health"))
    }

    /// Asks whether the server can serve scans now. The request is sent once, as "not ready" is a valid answer.
    public func ready() async throws(ClientError) -> ReadyResponse {
        try await decoded(APIRequest(path: "ready", successStatuses: [200, 503], retries: .never))
    }

    /// Returns the versions of the server, its rules and its language data.
    public func version() async throws(ClientError) -> VersionResponse {
        try await decoded(APIRequest(path: "version"))
    }

    /// Returns the server's metrics as Prometheus' text format. The key needs the scope `admin`.
    public func metrics() async throws(ClientError) -> String {
        try await text(APIRequest(path: "metrics", accept: "text/plain"))
    }

    /// Returns how the server is doing, in numbers for its operator. The key needs the scope `admin`; a server without keys has none.
    public func overview() async throws(ClientError) -> ServerOverview {
        try await decoded(APIRequest(path: "admin"))
    }

    /// Returns the server's description of its API, an OpenAPI document as YAML.
    public func apiDescription() async throws(ClientError) -> String {
        try await text(APIRequest(path: "openapi.yaml", accept: "application/yaml"))
    }

    private func text(_ request: APIRequest) async throws(ClientError) -> String {
        String(decoding: try await send(request).body, as: UTF8.self)
    }

    func decoded<T: Decodable & Sendable>(_ request: APIRequest) async throws(ClientError) -> T {
        try decoded(await send(request))
    }

    func send(_ request: APIRequest) async throws(ClientError) -> APIResponse {
        try await RequestSender(request: request, configuration: configuration, transport: transport).send()
    }

    func decoded<T: Decodable & Sendable>(_ response: APIResponse) throws(ClientError) -> T {
        do {
            return try WireCoding.decoder().decode(T.self, from: response.body)
        } catch {
            throw ClientError(
                .badAnswer, status: response.status, requestID: response.requestID,
                attempts: response.attempts,
                context: configuration.place)
        }
    }
}
