import Foundation
import Testing

@testable import ScreenshotDetection

@Suite("Waiting screenshots")
struct WaitingTests {
    private let workspace: Workspace
    private let path: String

    init() throws {
        workspace = try Workspace()
        path = workspace.file("deep/waiting.json")
    }

    /// A process with the store. The kernel sees the lock of its mark as another's, as the file is opened anew.
    private func process(minutes: Int = 60) -> WaitingScreenshots {
        WaitingScreenshots(path: path, minutes: minutes)
    }

    private func hash(_ number: Int) -> ContentHash { ContentHash(of: Picture.png(number)) }

    @Test("A screenshot is one process's as long as that lives, and then the next one's")
    func ownership() throws {
        let second = process()
        do {
            let first = process()
            #expect(try first.add(hash(1), at: "/shots/1.png", noticed: Date()))
            #expect(try !first.add(hash(1), at: "/shots/copy.png", noticed: Date()))
            #expect(try !second.add(hash(1), at: "/shots/1.png", noticed: Date()))
            #expect(try first.take().entries.isEmpty)
            #expect(try second.take().entries.isEmpty)
            first.putBack(hash(1))
            #expect(try second.take().entries.isEmpty)
            let batch = try first.take()
            #expect(batch.entries.map(\.path) == ["/shots/1.png"] && batch.orphans.isEmpty)
        }
        // Whoever notices it again can't know whether it has a verdict.
        #expect(try !second.add(hash(1), at: "/shots/1.png", noticed: Date()))
        let batch = try second.take()
        #expect(batch.entries.map(\.picture) == [hash(1)] && batch.orphans == [hash(1)])
        #expect(try second.take().entries.isEmpty)
        try second.remove(hash(1))
        #expect(try process().take().entries.isEmpty && second.entries().isEmpty)
    }

    @Test("Of many that take at once, each screenshot goes to one")
    func concurrent() async throws {
        do {
            let dead = process()
            for number in 0..<40 { _ = try dead.add(hash(number), at: "/\(number)", noticed: Date()) }
        }
        let processes = (0..<8).map { _ in process() }
        let taken = await withTaskGroup(of: [ContentHash].self) { group in
            for process in processes {
                group.addTask { ((try? process.take())?.entries ?? []).map(\.picture) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(taken.count == 40 && Set(taken).count == 40)
    }

    @Test("What waits too long is forgotten, and counted once")
    func expiry() throws {
        let now = Date()
        let store = process(minutes: 10)
        _ = try store.add(hash(1), at: "/old", noticed: now - 700)
        _ = try store.add(hash(2), at: "/young", noticed: now - 500)
        // After the clock was set back, an entry must not stay for ever.
        _ = try store.add(hash(3), at: "/future", noticed: now + 700)
        #expect(store.entries(now: now).map(\.path) == ["/young"])
        for number in 1...3 { store.putBack(hash(number)) }
        let batch = try store.take(now: now)
        #expect(batch.expired == 2 && batch.entries.map(\.path) == ["/young"])
        #expect(try store.take(now: now).expired == 0)
        try store.sweep(now: now + 200)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("[]".utf8))
    }

    @Test("It holds paths and hashes, a bounded number, for its owner only")
    func content() throws {
        let store = process()
        for number in 0..<1_010 {
            _ = try store.add(hash(number), at: "/shots/\(number).png", noticed: Date())
        }
        #expect(store.entries().count == 1_000 && store.entries().last?.path == "/shots/1009.png")
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let keys = Set((file as? [[String: Any]])?.first?.keys.map(\.self) ?? [])
        #expect(keys == ["path", "picture", "noticed", "holder"])
        let folder = (path as NSString).deletingLastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test("Files of processes that have ended go, those of living ones stay")
    func marks() throws {
        let living = process()
        _ = try living.add(hash(1), at: "/1", noticed: Date())
        let abandoned = path + ".\(UUID().uuidString.lowercased()).process"
        try Data().write(to: URL(fileURLWithPath: abandoned))
        let folder = (path as NSString).deletingLastPathComponent
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".process") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date() - 600], ofItemAtPath: folder + "/" + name)
        }
        let other = process()
        _ = try other.add(hash(2), at: "/2", noticed: Date())
        #expect(!FileManager.default.fileExists(atPath: abandoned))
        #expect(try other.take().entries.isEmpty)
    }

    @Test(
        "A damaged store, and marks that nobody wrote, lose nothing else", arguments: ["{", #"[{"path":3}]"#])
    func damaged(_ content: String) throws {
        try FileManager.default.createDirectory(
            atPath: workspace.file("deep"), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let store = process()
        #expect(try store.take().entries.isEmpty)
        #expect(try store.add(hash(1), at: "/1", noticed: Date()))
        let foreign =
            #"[{"holder":"../../seen","noticed":\#(Date().timeIntervalSince1970),"path":"/2","picture":"\#(hash(2))"}]"#
        try Data(foreign.utf8).write(to: URL(fileURLWithPath: path))
        #expect(try process().take().entries.map(\.path) == ["/2"])
    }

    @Test("A detected screenshot waits before it is claimed, and no longer than it takes to find it was seen")
    func detection() async throws {
        let shots = try Workspace()
        let seen = SeenScreenshots(path: workspace.file("seen"))
        let store = process()
        let watcher = try ScreenshotWatcher(
            ScreenshotWatcher.Options(folders: [shots.path], since: Date() - 2), seen: seen, waiting: store)
        defer { watcher.stop() }
        _ = try seen.claim(hash(1))
        try shots.write("seen.png", Picture.png(1))
        try shots.write("new.png", Picture.png(2))
        #expect(await watcher.next()?.hash == hash(2))
        #expect(store.entries().map(\.path) == [shots.file("new.png")] && seen.contains(hash(2)))
        // Another process has this one in hand, although it hasn't claimed it yet.
        let other = process()
        #expect(try other.add(hash(3), at: shots.file("other.png"), noticed: Date()))
        try shots.write("other.png", Picture.png(3))
        // A process that has ended left this one.
        do { _ = try process().add(hash(5), at: shots.file("left.png"), noticed: Date()) }
        try shots.write("left.png", Picture.png(5))
        try shots.write("last.png", Picture.png(4))
        #expect(await watcher.next()?.hash == hash(4))
        #expect(!seen.contains(hash(3)) && !seen.contains(hash(5)))
        #expect(try store.take().orphans == [hash(5)])
    }
}
