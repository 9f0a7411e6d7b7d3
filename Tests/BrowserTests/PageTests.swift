import Foundation
import Testing

/// Runs the cases of the page in a real browser: `page`, in Python, since they are made of JavaScript and of what a person does.
@Suite("The page in a browser")
struct PageTests {
    /// The page's cases and the tools around them lie in this test's own folder.
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()
    /// Where `scripts/axe` puts the rules of accessibility. They are checked only where they are.
    private static let axe = folder.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent(".build/axe/axe.min.js")

    static let hasBrowser = ["/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/bin/python3"]
        .allSatisfy(FileManager.default.isExecutableFile(atPath:))

    @Test("Does what its cases say", .enabled(if: hasBrowser, "Chromium isn't here: make browser-packages"))
    func cases() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", Self.folder.appendingPathComponent("page").path,
            Self.build.appendingPathComponent("typesafe-server").path, "--axe", Self.axe.path,
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        for line in text.split(separator: "\n") where line.hasPrefix("failed") {
            Issue.record("\(line)")
        }
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
