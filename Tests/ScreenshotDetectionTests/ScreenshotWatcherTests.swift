import Foundation
import Glibc
import Testing

@testable import ScreenshotDetection

@Suite("Watching")
struct ScreenshotWatcherTests {
    private let workspace: Workspace
    private let state: Workspace

    init() throws {
        workspace = try Workspace()
        state = try Workspace()
    }

    private func watcher(
        events: Bool = true, since: Date = Date() - 2, folders: [String]? = nil
    ) throws -> ScreenshotWatcher {
        var options = ScreenshotWatcher.Options(folders: folders ?? [workspace.path], since: since)
        options.usesEvents = events
        return try ScreenshotWatcher(options, seen: SeenScreenshots(path: state.file("seen")))
    }

    /// Writes an image named `last`, and returns the names of all screenshots that were detected before it.
    private func names(_ watcher: ScreenshotWatcher, upTo last: String) async throws -> [String] {
        // Its date is a second ahead, so that it is later than the others on file systems with coarse dates.
        try workspace.write(".last", Picture.png(-1), secondsAgo: -1)
        rename(workspace.file(".last"), workspace.file(last))
        var names: [String] = []
        while let screenshot = await watcher.next() {
            let name = String(screenshot.picture.path.dropFirst(workspace.path.count + 1))
            if name == last { break }
            names.append(name)
        }
        return names
    }

    @Test("A screenshot is noticed with and without events", arguments: [true, false])
    func detected(_ events: Bool) async throws {
        let watcher = try watcher(events: events)
        defer { watcher.stop() }
        try workspace.write("shot.png", Picture.png(1))
        let screenshot = try #require(await watcher.next())
        #expect(
            screenshot.picture.content == Picture.png(1) && screenshot.hash == ContentHash(of: Picture.png(1))
        )
        if !events { #expect(screenshot.source == .polling) }
    }

    @Test("A picture counts when it is whole, however it is written", arguments: [true, false])
    func partial(_ events: Bool) async throws {
        let watcher = try watcher(events: events)
        defer { watcher.stop() }
        let content = Picture.png(1, size: 5_000)
        // The file is written in three steps and closed after each.
        try workspace.write("slow.png", content.prefix(2_000))
        try workspace.write("slow.png", content.prefix(4_000))
        try workspace.write("slow.png", content)
        let screenshot = try #require(await watcher.next())
        #expect(screenshot.picture.content == content)
        #expect(try await names(watcher, upTo: "last") == [])
    }

    @Test("Links, other files and pictures seen before don't count", arguments: [true, false])
    func ignored(_ events: Bool) async throws {
        let outside = try Workspace()
        let target = try outside.write("target.png", Picture.png(2))
        #expect(try SeenScreenshots(path: state.file("seen")).claim(ContentHash(of: Picture.png(4))))
        let watcher = try watcher(events: events)
        defer { watcher.stop() }
        symlink(target, workspace.file("link.png"))
        try workspace.write("seen.png", Picture.png(4))
        try workspace.write("text.png", Data("no picture, whatever its name".utf8))
        try workspace.write("twice.png", Picture.png(5))
        try workspace.write("twice-copy.png", Picture.png(5))
        let names = try await names(watcher, upTo: "last")
        #expect(names.count == 1 && names.allSatisfy { $0.hasPrefix("twice") })
    }

    @Test("After a restart nothing is told twice, and what came in between is told")
    func restart() async throws {
        let first = try watcher()
        try workspace.write("one.png", Picture.png(1))
        _ = await first.next()
        first.stop()
        try workspace.write("two.png", Picture.png(2), secondsAgo: 1)
        let second = try watcher()
        defer { second.stop() }
        #expect(await second.next()?.picture.content == Picture.png(2))
        #expect(try await names(second, upTo: "last") == [])
    }

    @Test("What was there before the last check isn't told")
    func since() async throws {
        try workspace.write("before.png", Picture.png(1), secondsAgo: 20)
        let watcher = try watcher(since: Date() - 10)
        defer { watcher.stop() }
        #expect(try await names(watcher, upTo: "last") == [])
    }

    @Test("A folder that is made later, or made anew, is watched", arguments: [true, false])
    func laterFolder(_ events: Bool) async throws {
        let folder = workspace.file("Screenshots")
        let watcher = try watcher(events: events, folders: [folder])
        defer { watcher.stop() }
        for number in 1...2 {
            mkdir(folder, 0o700)
            try workspace.write("Screenshots/shot.png", Picture.png(number))
            #expect(await watcher.next()?.picture.content == Picture.png(number))
            try FileManager.default.removeItem(atPath: folder)
        }
    }

    @Test("Stopping ends waiting, and all waiting after it")
    func stop() async throws {
        let watcher = try watcher()
        let waiting = Task { await watcher.next() == nil }
        watcher.stop()
        #expect(await waiting.value)
        #expect(await watcher.next() == nil)
    }

    @Test("A storm from ten writers: each picture once, none missed")
    func storm() async throws {
        let watcher = try watcher()
        defer { watcher.stop() }
        let workspace = workspace
        async let writing: Void = withTaskGroup { group in
            for writer in 0..<10 {
                group.addTask {
                    for number in 0..<50 {
                        #expect(throws: Never.self) { try Self.write(writer * 50 + number, to: workspace) }
                    }
                }
            }
        }
        var found: [ContentHash: Int] = [:]
        while found.count < 500, let screenshot = await watcher.next() {
            found[screenshot.hash, default: 0] += 1
        }
        await writing
        #expect(Set(found.keys) == Set((0..<500).map { ContentHash(of: Picture.png($0, size: 3_000)) }))
        #expect(found.values.allSatisfy { $0 == 1 })
        #expect(try await names(watcher, upTo: "last") == [])
    }

    /// Writes an image in one of four ways: at once, in pieces, under a hidden name that is changed, or with a copy before the
    /// original is deleted.
    private static func write(_ number: Int, to workspace: Workspace) throws {
        let content = Picture.png(number, size: 3_000)
        switch number % 4 {
        case 0: try workspace.write("\(number).png", content)
        case 1:
            try workspace.write("\(number).png", content.prefix(1_000))
            try workspace.write("\(number).png", content)
        case 2:
            try workspace.write(".\(number)", content)
            rename(workspace.file(".\(number)"), workspace.file("\(number).png"))
        default:
            try workspace.write("\(number).png", content)
            try workspace.write("\(number)-copy.png", content)
            unlink(workspace.file("\(number).png"))
        }
    }

    @Test("Where nothing can be remembered, screenshots are told all the same, once")
    func noStore() async throws {
        let watcher = try ScreenshotWatcher(
            ScreenshotWatcher.Options(folders: [workspace.path], since: Date() - 2),
            seen: SeenScreenshots(path: "/dev/null/x/seen"))
        defer { watcher.stop() }
        try workspace.write("one.png", Picture.png(1))
        #expect(await watcher.next()?.picture.content == Picture.png(1))
        try workspace.write("copy.png", Picture.png(1))
        #expect(try await names(watcher, upTo: "last") == [])
    }
}
