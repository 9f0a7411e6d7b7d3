import Foundation
import Glibc
import TestSupport
import Testing

@testable import ScreenshotDetection

@Suite("Arrival")
struct ArrivalTests {
    private let workspace: Workspace
    private let state: Workspace
    private let outside: Workspace

    init() throws {
        (workspace, state, outside) = (try Workspace(), try Workspace(), try Workspace())
    }

    private func options(_ events: Bool, includesPhotos: Bool = false) -> ScreenshotWatcher.Options {
        var options = ScreenshotWatcher.Options(folders: [workspace.path], since: Date() - 2)
        options.usesEvents = events
        options.includesPhotos = includesPhotos
        return options
    }

    private func watcher(_ options: ScreenshotWatcher.Options) throws -> ScreenshotWatcher {
        try ScreenshotWatcher(options, seen: SeenScreenshots(path: state.file("seen")))
    }

    /// Names of the screenshots that are noticed before one that is taken now. Its date is ahead, so that a poll that finds
    /// several at once hands it out last.
    private func names(_ watcher: ScreenshotWatcher) async throws -> Set<String> {
        try workspace.write(".last", Picture.png(-1), secondsAgo: -1)
        rename(workspace.file(".last"), workspace.file("last"))
        var names: Set<String> = []
        while let screenshot = await watcher.next() {
            let name = String(screenshot.picture.path.dropFirst(workspace.path.count + 1))
            if name == "last" { break }
            names.insert(name)
        }
        return names
    }

    /// It asks again and again whether the program has ended: `waitUntilExit` would block a thread that other tests need.
    private func run(_ program: String, _ arguments: String...) async throws {
        let process = try Process.run(URL(fileURLWithPath: program), arguments: arguments)
        #expect(try await eventually { process.isRunning ? nil : process.terminationStatus } == 0)
    }

    @Test(
        "What comes into the folder while it is watched is new, whatever its date", arguments: [true, false])
    func arrived(_ events: Bool) async throws {
        let watcher = try watcher(options(events))
        defer { watcher.stop() }
        let old = (1...5).map { outside.file("\($0).png") }
        for number in 1...5 {
            try outside.write("\(number).png", Picture.png(number), secondsAgo: Double(number) * 3_000)
        }
        try await run("/bin/cp", "-p", old[0], workspace.file("copied.png"))
        rename(old[1], workspace.file("moved.png"))
        // Syncthing and rsync write under a hidden name.
        try await run("/bin/cp", "-p", old[2], workspace.file(".syncthing.synced.png.tmp"))
        rename(workspace.file(".syncthing.synced.png.tmp"), workspace.file("synced.png"))
        // Browsers write under another visible name.
        try await run("/bin/cp", "-p", old[3], workspace.file("loaded.png.part"))
        rename(workspace.file("loaded.png.part"), workspace.file("loaded.png"))
        #expect(link(old[4], workspace.file("linked.png")) == 0)
        try outside.write("future.png", Picture.png(6), secondsAgo: -3_000)
        rename(outside.file("future.png"), workspace.file("future.png"))
        var expected: Set = [
            "copied.png", "moved.png", "synced.png", "loaded.png", "linked.png", "future.png",
        ]
        var found: Set<String> = []
        while !expected.isEmpty, let screenshot = await watcher.next() {
            let name = String(screenshot.picture.path.dropFirst(workspace.path.count + 1))
            #expect(found.insert(name).inserted)
            // It may be read under its name before the last.
            expected.remove(name == "loaded.png.part" ? "loaded.png" : name)
        }
        #expect(try await names(watcher).isEmpty)
    }

    @Test("What was there before must be young, however it is touched", arguments: [true, false])
    func touched(_ events: Bool) async throws {
        for number in 1...6 { try workspace.write("\(number).png", Picture.png(number), secondsAgo: 900) }
        let watcher = try watcher(options(events))
        defer { watcher.stop() }
        try await run("/usr/bin/touch", workspace.file("1.png"))
        try await run("/bin/chmod", "600", workspace.file("2.png"))
        try workspace.write("3.png", Picture.png(3))
        try workspace.write(".4.png", Picture.png(4))
        rename(workspace.file(".4.png"), workspace.file("4.png"))
        rename(workspace.file("5.png"), workspace.file("renamed.png"))
        #expect(try await names(watcher).isEmpty)
        // Another picture in its place is a new one.
        try workspace.write("6.png", Picture.png(7, size: 200))
        #expect(await watcher.next()?.picture.content == Picture.png(7, size: 200))
    }

    @Test("A bitmap over another one counts, although all are of one size")
    func bitmap() async throws {
        var bytes = try Picture.fixture("rgb.bmp")
        try workspace.write("screen.bmp", bytes, secondsAgo: 900)
        let watcher = try watcher(options(true))
        defer { watcher.stop() }
        bytes[bytes.count - 1] ^= 0xFF
        try workspace.write("screen.bmp", bytes)
        #expect(await watcher.next()?.picture.content == bytes)
    }

    @Test("A camera's photo prompts nobody, unless photos are wanted", arguments: [true, false])
    func photos(_ events: Bool) async throws {
        let photo = Data(CameraPhotoTests.jpeg(4_032, 3_024, texts: CameraPhotoTests.camera))
        let screenshot = Data(CameraPhotoTests.jpeg(1_080, 2_400, texts: CameraPhotoTests.camera))
        let watcher = try watcher(options(events))
        defer { watcher.stop() }
        try workspace.write("Screenshot.jpg", photo)
        try workspace.write("IMG_0001.jpg", screenshot)
        #expect(try await names(watcher) == ["IMG_0001.jpg"])
        let any = try self.watcher(options(events, includesPhotos: true))
        defer { any.stop() }
        try workspace.write("other.jpg", photo + [0])
        var found = false
        while !found, let next = await any.next() { found = next.picture.content == photo + [0] }
        #expect(found)
    }

    @Test("A folder in another one's place is looked at anew", arguments: [true, false])
    func replacedFolder(_ events: Bool) async throws {
        let watcher = try watcher(options(events))
        defer { watcher.stop() }
        try outside.write("old.png", Picture.png(1), secondsAgo: 900)
        try outside.write("young.png", Picture.png(2), secondsAgo: 1)
        rename(workspace.path, workspace.path + "-gone")
        defer { try? FileManager.default.removeItem(atPath: workspace.path + "-gone") }
        #expect(rename(outside.path, workspace.path) == 0)
        #expect(await watcher.next()?.picture.content == Picture.png(2))
        #expect(try await names(watcher).isEmpty)
    }

    @Test("500 synced pictures come all, each once", arguments: [true, false])
    func storm(_ events: Bool) async throws {
        for number in 0..<500 {
            try outside.write("\(number).png", Picture.png(number), secondsAgo: Double(number) * 60 + 120)
        }
        let watcher = try watcher(options(events))
        defer { watcher.stop() }
        for number in 0..<500 { rename(outside.file("\(number).png"), workspace.file("\(number).png")) }
        var found: [ContentHash: Int] = [:]
        while found.count < 500, let screenshot = await watcher.next() {
            found[screenshot.hash, default: 0] += 1
        }
        #expect(found.values.allSatisfy { $0 == 1 })
        #expect(try await names(watcher).isEmpty)
    }

    @Test("Events that are lost in a full queue are made up for by a listing")
    func overflow() throws {
        for name in ["a", "b"] { try workspace.write(name, Data([1])) }
        try outside.write("old.png", Picture.png(1), secondsAgo: 900)
        var detector = ScreenshotDetector(
            options: options(true), seen: SeenScreenshots(path: state.file("seen")), waiting: nil,
            problem: { _ in })
        var found: [String] = []
        detector.process(hasRoom: { true }, found: { found.append($0.picture.path) })
        // The kernel merges equal events that follow each other, so two files take turns.
        let limit = (try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        for number in 0...(limit ?? 16_384) {
            close(open(workspace.file(number % 2 == 0 ? "a" : "b"), O_WRONLY))
        }
        rename(outside.file("old.png"), workspace.file("old.png"))
        detector.process(hasRoom: { true }, found: { found.append($0.picture.path) })
        #expect(found == [workspace.file("old.png")])
    }

    @Test("What is remembered of a folder is bounded")
    func bounds() {
        var baseline = BaselineFiles()
        var status = stat()
        #expect(stat(state.path, &status) == 0)
        status.st_mode = S_IFREG
        for number in 0..<200_000 {
            status.st_ino = UInt(number)
            if let identity = FileIdentity(status) { baseline.insert("/shots/\(number).png", identity) }
        }
        #expect(baseline.holds("/shots/0.png", size: Int(status.st_size)))
        #expect(!baseline.holds("/shots/199999.png", size: Int(status.st_size)))
    }
}
