import Foundation
import Testing
import TypeSafeAPI

@testable import ScanDocuments

@Suite("The folder of feedback") final class FeedbackFolderTests {
    private let parent = FileManager.default.temporaryDirectory.appendingPathComponent("feedback-\(UUID())")
    private var path: String { parent.appendingPathComponent("kept").path }
    private let noon = Date(timeIntervalSince1970: 1_795_348_800)
    private let day: TimeInterval = 86_400

    init() throws { try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: parent) }

    private func folder(capacity: Int = 10) throws -> FeedbackFolder {
        let folder = FeedbackFolder(path: path, capacity: capacity)
        try folder.prepare(now: noon)
        return folder
    }

    private static func record(_ text: String? = nil) -> FeedbackRecord {
        let response = ScanResponse(
            scanID: UUID(), timestamp: Date(), status: .ok, riskLevel: .high, confidence: 0.9,
            category: .unknown, explanation: "", scamType: .unknown, scamProbability: 0.9, rulesVersion: "1",
            findings: [Finding(rule: "ask.x", title: "", weight: 3, quote: "secret", boxes: [])],
            entities: [],
            advice: Advice(now: [], ifYouAlready: [], report: []), ocr: nil,
            timing: Timing(decode: nil, ocr: nil, classify: 0, total: 0))
        return FeedbackRecord(.legit, of: response, text: text)
    }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("Only its owner can read it, and it holds what it must and no more") func content() throws {
        let folder = try folder()
        let id = try folder.keep(Self.record(), now: noon)
        #expect(try mode(path) == 0o700)
        let name = try #require(try folder.names(now: noon).first)
        #expect(try files == ["2026-11-22-\(id.uuidString.lowercased()).json"])
        #expect(try mode("\(path)/\(name.file)") == 0o600)
        let text = try String(contentsOfFile: "\(path)/\(name.file)", encoding: .utf8)
        #expect(
            text
                == #"{"risk_level":"high","rules":["ask.x"],"rules_version":"1","scam_probability":0.9,"should_be":"legit"}"#
        )
        #expect(try folder.record(name) == Self.record())
        let other = try folder.keep(Self.record("hello\u{0}\u{1B}"), now: noon + 1)
        let second = try #require(try folder.names(now: noon).first { $0.id == other })
        #expect(try folder.record(second).text == "hello\u{0}\u{1B}")
    }

    @Test("It is bounded, and what is past its time makes room") func bounds() throws {
        let folder = try folder(capacity: 3)
        for _ in 1...3 { _ = try folder.keep(Self.record(), now: noon) }
        #expect(throws: FeedbackFolder.Fault.full) { try folder.keep(Self.record(), now: noon) }
        let last = noon + Double(FeedbackFolder.lifetime) * day
        #expect(throws: FeedbackFolder.Fault.full) { try folder.keep(Self.record(), now: last) }
        #expect(try folder.names(now: last + day).isEmpty)
        _ = try folder.keep(Self.record(), now: last + day)
        #expect(try files.count == 1)
    }

    @Test("The largest text fits the largest file") func largest() throws {
        let folder = try folder()
        _ = try folder.keep(Self.record(String(repeating: "\u{1}", count: Feedback.maxTextLength)), now: noon)
        let name = try #require(try folder.names(now: noon).first)
        #expect(try folder.record(name).text?.count == Feedback.maxTextLength)
    }

    @Test("What is taken back is gone, and only that") func deletion() throws {
        let folder = try folder()
        let ids = try (1...3).map { _ in try folder.keep(Self.record(), now: noon) }
        #expect(try folder.delete(ids[1], now: noon))
        #expect(try !folder.delete(ids[1], now: noon))
        #expect(try !folder.delete(UUID(), now: noon))
        #expect(try Set(folder.names(now: noon).map(\.id)) == [ids[0], ids[2]])
    }

    @Test("What a killed server left is no feedback, and goes; files of others stay") func remains() throws {
        let folder = try folder()
        let id = UUID().uuidString.lowercased()
        let foreign = [
            "notes.txt", "2020-01-01-notes.json", "2020-01-01-\(UUID().uuidString).json", ".hidden",
        ]
        let unfinished = ["2026-11-20-\(id).json.A.new", "2026-11-22-\(id).json.A.new"]
        for name in foreign + unfinished {
            try Data("{".utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }
        #expect(try folder.names(now: noon).isEmpty)
        try folder.sweep(now: noon)
        #expect(try Set(files) == Set(foreign + unfinished.dropFirst()))
    }

    @Test("Hostile files are refused: links, pipes, folders, large ones, wrong ones, deep ones")
    func hostile() throws {
        let folder = try folder()
        let secret = parent.appendingPathComponent("secret.json")
        let valid = try WireCoding.encoder().encode(Self.record())
        try valid.write(to: secret)
        let contents: [String] = [
            "", "{}", "[]", "null", "\u{0}", String(repeating: "[", count: 60_000),
            #"{"risk_level":"high","rules":[],"rules_version":"1","scam_probability":2,"should_be":"legit"}"#,
            #"{"risk_level":"worst","rules":[],"rules_version":"1","should_be":"legit"}"#,
            #"{"risk_level":"low","rules":[],"rules_version":"\#(String(repeating: "a", count: 101))","should_be":"legit"}"#,
            #"{"risk_level":"low","rules":[\#(Array(repeating: "\"a\"", count: 201).joined(separator: ","))],"rules_version":"1","should_be":"legit"}"#,
            #"{"risk_level":"low","rules":[],"rules_version":"1","should_be":"legit","text":"\#(String(repeating: "a", count: 5_001))"}"#,
            String(decoding: valid, as: UTF8.self) + String(repeating: " ", count: 70_000),
        ]
        func file() -> String { "\(path)/2026-11-22-\(UUID().uuidString.lowercased()).json" }
        for content in contents { try Data(content.utf8).write(to: URL(fileURLWithPath: file())) }
        try FileManager.default.createSymbolicLink(atPath: file(), withDestinationPath: secret.path)
        try FileManager.default.createDirectory(atPath: file(), withIntermediateDirectories: false)
        #expect(mkfifo(file(), 0o600) == 0)
        let names = try folder.names(now: noon)
        #expect(names.count == contents.count + 3)
        for name in names {
            #expect(throws: FeedbackFolder.Fault.self, "\(name.file)") { try folder.record(name) }
        }
    }

    @Test("A folder that can't be used is told") func unusable() throws {
        let file = parent.appendingPathComponent("file")
        try Data().write(to: file)
        for path in [file.path, parent.appendingPathComponent("no/such").path] {
            #expect(throws: FeedbackFolder.Fault.self) { try FeedbackFolder(path: path).prepare() }
        }
        #expect(throws: FeedbackFolder.Fault.self) { try FeedbackFolder(path: path).names() }
    }
}
