import Foundation
import TestSupport
import Testing

@testable import Storage

@Suite("The file of a memory")
struct MemoryFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("memory-\(UUID())").path

    private func lines(_ texts: String...) -> [Data] { texts.map { Data($0.utf8) } }

    @Test(
        "Lines are there after a start, in order and once; what a crash cut off is gone, and spoils no later line"
    )
    func cutOff() async throws {
        do {
            let file = try MemoryFile(path: path)
            #expect(try await file.news().lines.isEmpty)
            try await file.append(lines("a", "bb"))
            try await file.append(lines("c"))
        }
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("half".utf8))
        let file = try MemoryFile(path: path)
        #expect(try await file.news() == MemoryNews(lines: lines("a", "bb", "c"), place: 7))
        #expect(try await file.news() == MemoryNews(place: 7))
        try await file.append(lines("d"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nbb\nc\nd\n")
    }

    @Test("Only one process has it open, also after its lines were put together")
    func inUse() async throws {
        let file = try MemoryFile(path: path)
        #expect(throws: MemoryFault.inUse) { try MemoryFile(path: path) }
        try await file.append(lines("a", "b", "a"))
        let place = try await file.news().place
        // What comes while lines are put together stays.
        try await file.append(lines("c"))
        #expect(try await file.replace(upTo: place, by: lines("a", "b")))
        #expect(throws: MemoryFault.inUse) { try MemoryFile(path: path) }
        try await file.append(lines("d"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "a\nb\nc\nd\n")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("A folder that isn't there is told")
    func nowhere() {
        #expect(throws: MemoryFault.file(code: ENOENT)) { try MemoryFile(path: "/nonexistent/memory") }
    }
}
