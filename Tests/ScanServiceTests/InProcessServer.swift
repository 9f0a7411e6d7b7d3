@testable import ScanService
import BundledResources
import Crypto
import Foundation
import HTTPServer
import HTTPTypes
import Logging
import Scanning
import Outbound
import RouteCases
import ScamDetection
import Storage
import Synchronization
import TestSupport
import TextAnalysis

/// A service for each setup, made when it is first asked for. They share a pipeline, whose only worker is in this process.
actor InProcessServers {
    static let shared = InProcessServers()

    private var transports: [RouteSetup: Task<InProcessTransport, any Error>] = [:]
    private var pipeline: Task<ScanPipeline, any Error>?

    func transport(for setup: RouteSetup) async throws -> InProcessTransport {
        if let transport = transports[setup] { return try await transport.value }
        let pipeline = pipeline ?? Task { try await Self.makePipeline() }
        self.pipeline = pipeline
        let transport = Task {
            InProcessTransport(service: try await Self.service(setup, try await pipeline.value))
        }
        transports[setup] = transport
        return try await transport.value
    }

    /// The server's program, which lies beside the tests and starts as a worker.
    private static let serverProgram = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("typesafe-server").path

    private static func makePipeline() async throws -> ScanPipeline {
        var configuration = ScanPipeline.Configuration(
            languageFiles: BundledResources.languages, lineModel: BundledResources.lineModel)
        configuration.languages = ["eng"]
        configuration.workerExecutable = serverProgram
        configuration.queue.queueLength = 64
        configuration.queue.queueAge = .seconds(120)
        configuration.timeLimit = .seconds(120)
        let pipeline = try ScanPipeline(
            configuration: configuration,
            knowledge: ScamKnowledge(
                detector: ScamDetector(
                    rules: BundledResources.rules, lexicon: BundledResources.lexicon,
                    languages: Languages(directory: BundledResources.languages), checksExamples: false),
                adviceBook: AdviceBook(directory: BundledResources.lexicon),
                wordLists: BundledResources.wordLists))
        try await pipeline.workers.warmUp()
        return pipeline
    }

    private static func service(_ setup: RouteSetup, _ pipeline: ScanPipeline) async throws -> ScanService {
        let folder = TemporaryFolder.shared.url.appendingPathComponent(setup.rawValue)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var access = AccessPolicy()
        var headers = ResponseHeaderPolicy()
        var results = ResultRecorder.none
        var options = JobOptions()
        var feedback: FeedbackKeeper?
        var memory: MemoryKeeper?
        var followers: FollowerOptions?
        var inventory: (any StoreInventory)?
        if setup == .open || setup == .keys {
            let store = SQLiteStore(
                configuration: StoreConfiguration(
                    file: folder.appendingPathComponent("results.db"), retention: .seconds(86_400))
            ) { _ in }
            await store.open()
            inventory = store
            results = ResultRecorder(
                store: SQLiteResultStore(store), keepsResults: true, keepsText: false,
                publisher: WebhookPublisher(
                    sharing: SQLiteSharingStore(store), policy: DestinationPolicy(), operators: []
                ) { _ in })
            options.store = JobStore(store)
            followers = try FollowerOptions(
                store: SQLiteFollowerStore(store), sharing: SQLiteSharingStore(store),
                sender: PushSender(PushSettings()), secret: PushSecret(text: PushSecret.newFile()))
            feedback = try FeedbackKeeper(path: folder.appendingPathComponent("feedback").path)
            memory = try MemoryKey(0..<16).map { key in
                let logger = Logger(label: "memory") { _ in SwiftLogNoOpLogHandler() }
                let path = folder.appendingPathComponent("memory").path
                let lists = ListKeeper(
                    MessageMemory(key: key), MemoryListFolder(path: path + ".lists"),
                    signer: Curve25519.Signing.PrivateKey(), logger)
                return MemoryKeeper(lists, try MemoryFile(path: path), logger)
            }
        }
        switch setup {
        case .keys:
            let file = folder.appendingPathComponent("keys")
            try Data(RouteKeys.file.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            access.keys = try KeyRing(path: file.path)
        case .browser:
            access.hosts = HostPolicy(RouteSetup.allowedHosts) ?? .local
            headers.strictTransport = RouteSetup.strictTransport
            headers.crossOrigin = CrossOriginPolicy(RouteSetup.allowedOrigins) ?? .none
        case .rate:
            access.rate = RateLimit(unitsPerMinute: RouteSetup.unitsPerMinute, burst: RouteSetup.burst)
        case .open, .withoutStore: break
        }
        let openAPI = Array(try Data(contentsOf: BundledResources.openAPI))
        var limits = ScanService.Limits()
        limits.body = RouteSetup.bodyLimit
        let answers = AnswerTexts(ShippedTexts.library)
        return ScanService(
            pipeline: pipeline,
            about: ScanService.About(
                version: Installation.version, openAPI: openAPI,
                page: Page(directory: BundledResources.page, answers: answers)),
            answers: answers, limits: limits, results: results, options: options, feedback: feedback,
            memory: memory, followers: followers, inventory: inventory,
            access: access,
            headers: headers,
            metrics: ServiceMetrics(),
            logger: Logger(label: "cases") { _ in
                SwiftLogNoOpLogHandler()
            })
    }
}

/// A folder that goes with the test process.
private final class TemporaryFolder: Sendable {
    static let shared = TemporaryFolder()

    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "route-cases-\(UUID().uuidString)")

    private init() {
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.shared.url) }
    }
}

/// Serves requests without a connection: the head is parsed as a server parses it, and the body comes in pieces.
struct InProcessTransport: RouteTransport {
    let service: ScanService

    /// Bytes that a connection hands on at once.
    private static let chunk = 16_384

    func send(_ request: Data) async throws -> RouteResponse {
        var buffer = InputBuffer()
        request.withUnsafeBytes { buffer.append($0) }
        var parser = RequestParser()
        let head: RequestHead
        do throws(HTTPParseError) {
            guard let parsed = try parser.nextHead(&buffer) else { throw .malformedRequestLine }
            head = parsed
        } catch {
            return try await response(service.refuse(HTTPResponse.Status(code: error.status)), isHead: false)
        }
        let rest = Mutex(Array(buffer.take(buffer.count))[...])
        let body = RequestBody(announcedLength: head.body.announcedLength) { () throws(RequestBodyError) in
            rest.withLock { rest in
                let chunk = rest.prefix(Self.chunk)
                rest = rest.dropFirst(Self.chunk)
                return chunk.isEmpty ? nil : chunk
            }
        }
        let response = await service.respond(to: ServerRequest(head: head, body: body, peer: nil))
        return try await self.response(response, isHead: head.method == .head)
    }

    private func response(_ response: ServerResponse, isHead: Bool) async throws -> RouteResponse {
        let content = Mutex<[UInt8]>([])
        switch response.body {
        case _ where isHead: break
        case .bytes(let bytes): content.withLock { $0 = bytes }
        case .stream(let produce):
            try await produce(ResponseWriter { bytes throws(ClientGone) in content.withLock { $0 += bytes } })
        }
        let fields = Dictionary(
            response.head.headerFields.map { ($0.name.canonicalName, $0.value) },
            uniquingKeysWith: { "\($0), \($1)" })
        return RouteResponse(
            status: response.head.status.code, fields: fields, body: Data(content.withLock { $0 }))
    }
}
