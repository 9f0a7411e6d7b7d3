import Foundation
import Testing

@testable import ScreenshotDetection

@Suite("Seen screenshots")
struct SeenScreenshotsTests {
    private let workspace: Workspace
    private let path: String

    init() throws {
        workspace = try Workspace()
        path = workspace.file("seen")
    }

    private func hash(_ number: Int) -> ContentHash { ContentHash(of: Picture.png(number)) }

    @Test("A hash is half of the SHA-256")
    func vector() {
        // The test vector "abc" of FIPS 180-2, appendix B.1.
        #expect("\(ContentHash(of: Data("abc".utf8)))" == "ba7816bf8f01cfea414140de5dae2223")
    }

    @Test("A picture is claimed once, also by another process' object")
    func once() throws {
        #expect(try SeenScreenshots(path: path).claim(hash(1)))
        #expect(try !SeenScreenshots(path: path).claim(hash(1)))
        #expect(try SeenScreenshots(path: path).claim(hash(2)))
        #expect(SeenScreenshots(path: path).contains(hash(1)))
        #expect(!SeenScreenshots(path: path).contains(hash(3)))
    }

    @Test("Of many who claim at once, one has it")
    func concurrent() async throws {
        let (path, hashes) = (path, (0..<40).map { hash($0) })
        let won = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    hashes.filter { (try? SeenScreenshots(path: path).claim($0)) == true }.count
                }
            }
            return await group.reduce(0, +)
        }
        #expect(won == hashes.count)
    }

    @Test("A torn line spoils only itself")
    func torn() throws {
        let seen = SeenScreenshots(path: path)
        #expect(try seen.claim(hash(1)))
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for length in 0..<whole.count {
            try (whole + whole.prefix(length)).write(to: URL(fileURLWithPath: path))
            #expect(try !seen.claim(hash(1)))
            #expect(try seen.claim(hash(2)))
            #expect(try !seen.claim(hash(2)))
        }
    }

    @Test("The file is trimmed, and what isn't ours is set aside")
    func trimmed() throws {
        let seen = SeenScreenshots(path: path)
        let lines = (0..<8_192).map { "\n\(hash($0))\n" }.joined() + "garbage\n"
        try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try seen.claim(hash(9_000)))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == 4_097 * 34)
        #expect(try !seen.claim(hash(8_191)))
        #expect(try !seen.claim(hash(9_000)))
        try Data(repeating: 0x20, count: 2 << 20).write(to: URL(fileURLWithPath: path))
        #expect(try seen.claim(hash(1)))
        #expect(try !seen.claim(hash(1)))
    }
}
