import BundledResources
import Foundation
import HTTPTypes
import Logging
import ScanService
import ScamDetection
import Scanning
import TestSupport
import Testing
import TextAnalysis
import TypeSafeAPI
import Texts

/// Holds `openapi.yaml` against the Swift wire types and the routes, both ways.
@Suite("openapi.yaml")
struct OpenAPITests {
    private let document: [String: Any]
    private let schemas: [String: [String: Any]]

    init() throws {
        let root = try YAMLNode(contentsOf: BundledResources.openAPI, named: "openapi.yaml")
        document = try #require(root.json as? [String: Any])
        let components = try #require(document["components"] as? [String: Any])
        schemas = try #require(components["schemas"] as? [String: [String: Any]])
    }

    @Test("The description, the programs and the Debian package have one version")
    func version() throws {
        let info = try #require(document["info"] as? [String: Any])
        #expect("\(info["version"] ?? "")" == Installation.version)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let changelog = root.appendingPathComponent("docs/deploy/debian/changelog")
        #expect(
            try String(contentsOf: changelog, encoding: .utf8).hasPrefix(
                "typesafe (\(Installation.version)) "))
    }

    static let objects: [(String, [any CodingKey])] = [
        ("ScanResponse", ScanResponse.CodingKeys.allCases),
        ("DecidingFindings", DecidingFindings.CodingKeys.allCases),
        ("Finding", Finding.CodingKeys.allCases),
        ("ScanRecord", ScanRecord.CodingKeys.allCases),
        ("RecordedPicture", RecordedPicture.CodingKeys.allCases),
        ("RecordedContact", RecordedContact.CodingKeys.allCases),
        ("LanguageUse", LanguageUse.CodingKeys.allCases), ("Box", Box.CodingKeys.allCases),
        ("Entity", Entity.CodingKeys.allCases), ("EntityReading", EntityReading.CodingKeys.allCases),
        ("Conversation", Conversation.CodingKeys.allCases),
        ("ConversationPicture", ConversationPicture.CodingKeys.allCases),
        ("ConversationLine", ConversationLine.CodingKeys.allCases),
        ("ConversationPart", ConversationPart.CodingKeys.allCases),
        ("Advice", TypeSafeAPI.Advice.CodingKeys.allCases), ("Exposure", Exposure.CodingKeys.allCases),
        ("ReportingPlace", TypeSafeAPI.ReportingPlace.CodingKeys.allCases),
        ("OCRResult", OCRResult.CodingKeys.allCases), ("OCRLine", OCRLine.CodingKeys.allCases),
        ("Timing", Timing.CodingKeys.allCases), ("HealthResponse", HealthResponse.CodingKeys.allCases),
        ("ReadyResponse", ReadyResponse.CodingKeys.allCases),
        ("StoreStatus", StoreStatus.CodingKeys.allCases),
        ("VersionResponse", VersionResponse.CodingKeys.allCases),
        ("Problem", Problem.CodingKeys.allCases), ("ScanJob", ScanJob.CodingKeys.allCases),
        ("SessionEvent", SessionEvent.CodingKeys.allCases),
        ("AnalyzeTextRequest", AnalyzeTextRequest.CodingKeys.allCases),
        ("ResultList", ResultList.CodingKeys.allCases),
        ("SessionDeletion", SessionDeletion.CodingKeys.allCases),
        ("SessionPreferences", SessionPreferences.CodingKeys.allCases),
        ("SessionWebhook", SessionWebhook.CodingKeys.allCases),
        ("ServerOverview", ServerOverview.CodingKeys.allCases),
        ("MemoryLists", MemoryLists.CodingKeys.allCases),
        ("MemoryListFacts", MemoryListFacts.CodingKeys.allCases),
        ("MemoryOverview", MemoryOverview.CodingKeys.allCases),
        ("Campaigns", Campaigns.CodingKeys.allCases), ("SeenMessage", SeenMessage.CodingKeys.allCases),
        ("HourCounts", HourCounts.CodingKeys.allCases), ("StoredKind", StoredKind.CodingKeys.allCases),
        ("SubjectRegistration", SubjectRegistration.CodingKeys.allCases),
        ("Subject", Subject.CodingKeys.allCases),
        ("ScreenshotEvent", ScreenshotEvent.CodingKeys.allCases),
        ("ScreenshotReceipt", ScreenshotReceipt.CodingKeys.allCases),
        ("FollowerRegistration", FollowerRegistration.CodingKeys.allCases),
        ("BrowserKeys", BrowserKeys.CodingKeys.allCases), ("Follower", Follower.CodingKeys.allCases),
        ("FollowerList", FollowerList.CodingKeys.allCases),
        ("Feedback", Feedback.CodingKeys.allCases), ("FeedbackReceipt", FeedbackReceipt.CodingKeys.allCases),
        ("VerdictEvent", WebhookEvent<VerdictFacts>.CodingKeys.allCases),
        ("VerdictFacts", VerdictFacts.CodingKeys.allCases),
        ("ScreenshotNotice", WebhookEvent<ScreenshotFacts>.CodingKeys.allCases),
        ("ScreenshotFacts", ScreenshotFacts.CodingKeys.allCases),
    ]

    static let enums: [(String, [String])] = [
        ("ResponseType", ResponseType.allCases.map(\.rawValue)),
        ("ScanStatus", ScanStatus.allCases.map(\.rawValue)),
        ("RiskLevel", RiskLevel.allCases.map(\.rawValue)),
        ("VerdictPreference", VerdictPreference.allCases.map(\.rawValue)),
        ("ExpectedVerdict", ExpectedVerdict.allCases.map(\.rawValue)),
        ("FollowerCarrier", FollowerCarrier.allCases.map(\.rawValue)),
        ("WebhookEventType", WebhookEventType.allCases.map(\.rawValue)),
        ("ScamCategory", ScamCategory.allCases.map(\.rawValue)),
        ("ScamType", ScamType.allCases.map(\.rawValue)),
        ("EntityKind", EntityKind.allCases.map(\.rawValue)),
        ("EntitySource", EntitySource.allCases.map(\.rawValue)),
        ("OCRLayout", OCRLayout.allCases.map(\.rawValue)),
        ("ScanJobState", ScanJobState.allCases.map(\.rawValue)),
        ("PictureOrder", PictureOrder.allCases.map(\.rawValue)),
        ("LineRole", LineRole.allCases.map(\.rawValue)), ("ProblemKind", ProblemKind.allCases.map(\.urn)),
    ]

    @Test("Properties are the coding keys")
    func properties() throws {
        for (name, keys) in Self.objects {
            let properties = try #require(schemas[name]?["properties"] as? [String: Any], "\(name)")
            #expect(Set(properties.keys) == Set(keys.map(\.stringValue)), "\(name)")
            let required = Set(schemas[name]?["required"] as? [String] ?? [])
            #expect(required.isSubset(of: properties.keys), "\(name)")
        }
    }

    @Test("Enumerations are the cases")
    func enumerations() throws {
        for (name, cases) in Self.enums {
            #expect(try #require(schemas[name]?["enum"] as? [String], "\(name)") == cases, "\(name)")
        }
    }

    @Test("The form's parts are its fields, and the limits are the same")
    func form() throws {
        let properties = try #require(schemas["ScanForm"]?["properties"] as? [String: [String: Any]])
        #expect(Set(properties.keys) == Set(ScanForm.Field.allCases.map(\.rawValue)))
        #expect(properties["ocr_text"]?["maxLength"] as? Int == ScanForm.maxTextLength)
        let text = try #require(schemas["AnalyzeTextRequest"]?["properties"] as? [String: [String: Any]])
        #expect(text["text"]?["maxLength"] as? Int == AnalyzeTextRequest.maxTextLength)
        let feedback = try #require(schemas["Feedback"]?["properties"] as? [String: [String: Any]])
        #expect(feedback["text"]?["maxLength"] as? Int == Feedback.maxTextLength)
    }

    @Test("Every reference leads somewhere")
    func references() throws {
        let text = try String(contentsOf: BundledResources.openAPI, encoding: .utf8)
        for reference in text.matches(of: /"#\/components\/(\w+)\/(\w+)"/).map(\.output) {
            let components = document["components"] as? [String: [String: Any]]
            #expect(components?[String(reference.1)]?[String(reference.2)] != nil, "\(reference.0)")
        }
    }

    @Test("Every schema is held against something")
    func completeness() {
        let held = Set(
            Self.objects.map(\.0) + Self.enums.map(\.0) + [
                "ScanForm", "AnswerLanguage", "CountryCode", "Languages", "OptionalSessionID", "SubjectID",
            ])
        #expect(Set(schemas.keys) == held)
    }

    @Test("Paths are the routes")
    func routes() throws {
        let pipeline = try ScanPipeline(
            configuration: ScanPipeline.Configuration(
                languageFiles: BundledResources.languages, lineModel: BundledResources.lineModel),
            knowledge: ScamKnowledge(
                detector: ScamDetector(
                    rules: BundledResources.rules, lexicon: BundledResources.lexicon,
                    languages: Languages(directory: BundledResources.languages)),
                adviceBook: AdviceBook(directory: BundledResources.lexicon),
                wordLists: BundledResources.wordLists))
        let service = ScanService(
            pipeline: pipeline, about: ScanService.About(version: "0", openAPI: [], page: .none),
            answers: AnswerTexts(ShippedTexts.library), limits: ScanService.Limits(),
            metrics: ServiceMetrics(),
            logger: Logger(label: "test"))
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let described = paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } }
        #expect(Set(described) == Set(service.routes.map { "\($0.method.rawValue) \($0.path)" }))
    }

    @Test("What needs a key says how it is refused; what doesn't says so")
    func security() throws {
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let open = ["/health", "/ready", "/version", "/openapi.yaml", "/", "/page/{file}", "/sw.js"]
        for (path, methods) in paths {
            for (method, operation) in methods {
                let operation = try #require(operation as? [String: Any])
                let answers = try #require(operation["responses"] as? [String: Any])
                #expect((operation["security"] != nil) == open.contains(path), "\(method) \(path)")
                if open.contains(path) { continue }
                #expect(Set(["401", "403", "429"]).isSubset(of: answers.keys), "\(method) \(path)")
            }
        }
    }

    @Test("An answer without the fields that came later decodes too")
    func olderServers() throws {
        let json = """
            {"text": "Hello", "confidence": 0.9, "languages": ["eng"], "width": 10, "height": 20,
             "lines": [{"text": "Hello", "confidence": 0.9, "role": "incoming",
                        "box": {"x": 1, "y": 2, "width": 3, "height": 4}}]}
            """
        let result = try WireCoding.decoder().decode(OCRResult.self, from: Data(json.utf8))
        let line = OCRLine(
            text: "Hello", confidence: 0.9, role: .incoming, box: Box(x: 1, y: 2, width: 3, height: 4))
        #expect(
            result
                == OCRResult(
                    text: "Hello", confidence: 0.9, languages: ["eng"], width: 10, height: 20, lines: [line]))
    }

    @Test("The examples decode as what they show")
    func examples() throws {
        let components = try #require(document["components"] as? [String: Any])
        let examples = try #require(components["examples"] as? [String: [String: Any]])
        for (name, example) in examples {
            let json = try JSONSerialization.data(withJSONObject: #require(example["value"]))
            let response = try WireCoding.decoder().decode(ScanResponse.self, from: json)
            let again =
                try JSONSerialization.jsonObject(with: WireCoding.encoder().encode(response)) as? NSDictionary
            #expect(again == example["value"] as? NSDictionary, "\(name)")
        }
    }
}

extension YAMLNode {
    /// The node as `JSONSerialization` would give it, by YAML's core schema (YAML 1.2.2, 10.3).
    var json: Any {
        switch content {
        case .scalar(let text, isQuoted: true): text
        case .scalar("null", _), .scalar("~", _), .scalar("", _): NSNull()
        case .scalar("true", _): true
        case .scalar("false", _): false
        case .scalar(let text, _): Int(text) ?? Double(text) ?? text as Any
        case .sequence(let elements): elements.map(\.json)
        case .mapping(let entries):
            Dictionary(entries.map { ($0.key.text ?? "", $0.value.json) }) { first, _ in first }
        }
    }
}
