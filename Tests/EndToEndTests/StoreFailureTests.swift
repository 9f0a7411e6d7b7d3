import Foundation
import Testing

/// The command line's files when the system has too few descriptors left.
@Suite("Stores in need")
struct StoreFailureTests {
    @Test("However few descriptors are left, what was stored stays")
    func descriptors() async throws {
        let user = try DesktopUser(server: CommandLineTests.nowhere)
        #expect(try await user.run(["settings", "set", "retention-days", "30"]).status == 0)
        let folder = user.home.appendingPathComponent(".config/typesafe")
        var statuses: Set<Int32> = []
        for limit in 3...24 {
            let script = "ulimit -n \(limit); exec \"$0\" settings set country GB"
            let run = try await CommandProcess(
                executable: URL(fileURLWithPath: "/bin/sh"),
                arguments: ["-c", script, DesktopUser.executable.path], environment: user.environment
            ).finished()
            statuses.insert(run.status)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!files.contains { $0.hasSuffix(".corrupt") }, "\(limit) descriptors")
            let text = try String(
                contentsOf: folder.appendingPathComponent("settings.json"), encoding: .utf8)
            #expect(text.contains(#""retention-days":"30""#), "\(limit) descriptors")
        }
        // Some of the limits were too low for the command, and some were high enough.
        #expect(statuses.contains(0) && statuses.count > 1)
    }
}
