@testable import ScanService
import Foundation
import Glibc
import Testing

@Suite("The key file")
struct KeyFileTests {
    private let folder: KeyFolder

    init() throws { folder = try KeyFolder() }

    private static let hash = "sha256:" + String(repeating: "0f", count: 32)

    @Test("Keys are random, shaped alike, and known by their hash")
    func keys() {
        let keys = (0..<100).map { _ in APIKey().text }
        #expect(Set(keys).count == 100)
        #expect(keys.allSatisfy { $0.wholeMatch(of: /tsk_[A-Za-z0-9_-]{43}/) != nil })
        let key = APIKey()
        #expect(APIKey.hash(key.text) == key.hash)
        #expect(APIKey.hash(key.text + "x") != key.hash)
        for other in [
            "", "tsk", "Tsk_a", String(key.text.dropFirst()), "tsk_" + String(repeating: "a", count: 125),
        ] {
            #expect(APIKey.hash(other) == nil)
        }
    }

    @Test("What is added is read again; the key itself is nowhere in the file, whose mode is 0600")
    func addition() throws {
        let (first, second) = (APIKey(), APIKey())
        let records = [
            KeyRecord(name: "help-line", key: first, scopes: [.scan, .read], created: .noon),
            KeyRecord(
                name: "grafana", key: second, scopes: [.admin], created: .noon, expires: .noon + 60,
                unitsPerMinute: 30),
        ]
        for record in records { try folder.file.add(record) }
        #expect(try folder.file.read() == records)
        #expect(folder.mode == 0o600)
        let text = try folder.text
        #expect(!text.contains(first.text) && !text.contains(second.text) && !text.contains("tsk_"))
        #expect(text.contains("help-line scan,read 2026-11-18T12:00:00Z - - sha256:"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["keys"])
    }

    @Test("A name is there once; another is not there to remove")
    func names() throws {
        let record = KeyRecord(name: "a", key: APIKey(), scopes: [.scan], created: .noon)
        try folder.file.add(record)
        #expect(throws: KeyFileError.duplicateName(path: folder.path, name: "a")) {
            try folder.file.add(KeyRecord(name: "a", key: APIKey(), scopes: [.read], created: .noon))
        }
        #expect(throws: KeyFileError.unknownName(path: folder.path, name: "b")) {
            try folder.file.remove(name: "b")
        }
        #expect(try folder.file.read() == [record])
        try folder.file.remove(name: "a")
        #expect(try folder.file.read() == [])
    }

    @Test("Comments, mode and what a link points at outlive a change")
    func surroundings() throws {
        try folder.write("# mine\n\na scan 2026-01-01T00:00:00Z - - \(Self.hash)\n", mode: 0o640)
        let link = folder.url.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
        try KeyFile(path: link).add(KeyRecord(name: "b", key: APIKey(), scopes: [.scan], created: .noon))
        #expect(try folder.text.hasPrefix("# mine\na scan "))
        #expect(try folder.file.read().map(\.name) == ["a", "b"])
        #expect(folder.mode == 0o640)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == folder.path)
    }

    @Test("Many additions at once all arrive")
    func concurrency() async throws {
        let file = folder.file
        try await withThrowingTaskGroup { group in
            for index in 0..<16 {
                group.addTask {
                    try file.add(KeyRecord(name: "k\(index)", key: APIKey(), scopes: [.scan], created: .noon))
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(try file.read().map(\.name)) == Set((0..<16).map { "k\($0)" }))
    }

    @Test(
        "A file that others could read or change is refused", arguments: [0o604, 0o644, 0o620, 0o602, 0o601])
    func exposed(_ mode: Int) throws {
        try folder.write("", mode: mode_t(mode))
        #expect(throws: KeyFileError.exposed(path: folder.path, mode: UInt32(mode))) {
            try folder.file.read()
        }
    }

    @Test("Its owner's, and its group's to read, is taken", arguments: [0o600, 0o400, 0o640, 0o440])
    func privateModes(_ mode: Int) throws {
        try folder.write("", mode: mode_t(mode))
        #expect(try folder.file.read() == [])
    }

    @Test("No file, a folder, a FIFO and a huge file are refused, and nothing waits")
    func noFile() throws {
        #expect(throws: KeyFileError.unreadable(path: folder.path, errno: ENOENT)) { try folder.file.read() }
        let directory = folder.url.path
        #expect(throws: KeyFileError.notAFile(path: directory)) { try KeyFile(path: directory).read() }
        let fifo = folder.url.appendingPathComponent("fifo").path
        #expect(mkfifo(fifo, 0o600) == 0)
        #expect(throws: KeyFileError.notAFile(path: fifo)) { try KeyFile(path: fifo).read() }
        try folder.write(String(repeating: "#", count: 1 << 20) + "\n")
        #expect(throws: KeyFileError.tooLarge(path: folder.path, limit: 1 << 20)) { try folder.file.read() }
        let line = " scan 2026-01-01T00:00:00Z - - \(Self.hash)\n"
        try folder.write((0...1_000).map { "k\($0)" + line }.joined())
        #expect(throws: KeyFileError.tooManyKeys(path: folder.path, limit: 1_000)) { try folder.file.read() }
        try Data([0x61, 0xFF]).write(to: URL(fileURLWithPath: folder.path))
        #expect(throws: KeyFileError.notText(path: folder.path)) { try folder.file.read() }
    }

    @Test(
        "A line that isn't right is named, without a word of it",
        arguments: [
            ("a scan 2026-01-01T00:00:00Z - -", "fields"),
            ("a scan 2026-01-01T00:00:00Z - - HASH more", "fields"),
            ("a/b scan 2026-01-01T00:00:00Z - - HASH", "name"),
            ("a scan,write 2026-01-01T00:00:00Z - - HASH", "scope"),
            ("a scan, 2026-01-01T00:00:00Z - - HASH", "scope"),
            ("a scan today - - HASH", "creation"), ("a scan 2026-01-01T00:00:00Z never - HASH", "expiry"),
            ("a scan 2026-01-01T00:00:00Z - 0 HASH", "rate"),
            ("a scan 2026-01-01T00:00:00Z - x HASH", "rate"),
            ("a scan 2026-01-01T00:00:00Z - - sha256:0f", "hash"),
            ("a scan 2026-01-01T00:00:00Z - - tsk_secret", "hash"),
            ("a scan 2026-01-01T00:00:00Z - - HASHé", "hash"),
            ("a scan 2026-01-01T00:00:00Z - - sha256:" + String(repeating: "é", count: 64), "hash"),
            ("a scan 2026-01-01T00:00:00Z - - sha256:" + String(repeating: "+f", count: 32), "hash"),
        ])
    func malformed(_ line: String, _ word: String) throws {
        try folder.write("# first\n" + line.replacing("HASH", with: Self.hash) + "\n")
        let error = #expect(throws: KeyFileError.self) { try folder.file.read() }
        guard case .malformed(_, line: 2, let fault) = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(fault.contains(word) && !fault.contains("secret"))
    }

    @Test("Two keys of one name are refused")
    func duplicates() throws {
        let line = "a scan 2026-01-01T00:00:00Z - - \(Self.hash)\n"
        try folder.write(line + line)
        #expect(throws: KeyFileError.duplicateName(path: folder.path, name: "a")) { try folder.file.read() }
    }
}
