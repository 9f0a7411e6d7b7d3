import Foundation
import Testing
import TypeSafeClient

@Suite("Session")
struct ScanSessionTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID())")
    private var file: URL { folder.appendingPathComponent("deep/session") }

    @Test("A session in memory stays until it is reset")
    func memory() throws {
        let session = ScanSession()
        let id = try session.id()
        #expect(try session.id() == id)
        let next = try session.reset()
        #expect(next != id)
        #expect(try session.id() == next)
        #expect(try ScanSession().id() != next)
    }

    @Test("A session in a file outlives the object, for its owner only")
    func inFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let id = try ScanSession(file: file).id()
        #expect(try ScanSession(file: file).id() == id)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        // The temporary file is gone.
        let folder = file.deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["session"])
        let next = try ScanSession(file: file).reset()
        #expect(try ScanSession(file: file).id() == next && next != id)
    }

    @Test("What holds no id is replaced", arguments: ["", "no id", String(repeating: "a", count: 100_000)])
    func damaged(_ content: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: file)
        let id = try ScanSession(file: file).id()
        #expect(try ScanSession(file: file).id() == id)
    }

    @Test("An id that can't be kept isn't handed out")
    func unwritable() {
        #expect(throws: (any Error).self) {
            try ScanSession(file: URL(fileURLWithPath: "/dev/null/session")).id()
        }
    }
}
