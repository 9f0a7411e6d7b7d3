import Foundation
import Testing

@testable import ScreenshotDetection

@Suite("Stores")
struct StoreTests {
    private let workspace: Workspace
    private let path: String
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    init() throws {
        workspace = try Workspace()
        path = workspace.file("deep/shared.json")
    }

    @Test("A notification lives for 60 s, or until it is dismissed")
    func lifetime() throws {
        let store = SharedStore(path: path)
        #expect(store.active(now: now).isEmpty)
        let first = try #require(try store.post(now: now))
        #expect(first.expiresAt == first.timestamp + 60)
        #expect(store.active(now: now + 59) == [first])
        #expect(store.active(now: now + 60).isEmpty)
        let second = try #require(try store.post(now: now + 30))
        try store.dismiss(first.id, now: now + 31)
        try store.dismiss("unknown", now: now + 31)
        #expect(store.active(now: now + 31) == [second])
        #expect(store.lastDetection == now + 30)
    }

    @Test("At most one in 5 s, whatever the clock does")
    func spacing() throws {
        let store = SharedStore(path: path)
        #expect(try store.post(now: now) != nil)
        #expect(try store.post(now: now + 4.9) == nil)
        #expect(try store.post(now: now + 5) != nil)
        // After the clock was set back an hour, there must not be an hour without notifications.
        #expect(try store.post(now: now - 3_600) != nil)
        #expect(store.active(now: now - 3_600).count == 1)
    }

    @Test("Of two who fetch at once, one does, whoever looked at the clock first")
    func fetching() throws {
        let store = SharedStore(path: path)
        #expect(try store.beginFetch(now: now))
        #expect(try !store.beginFetch(now: now - 0.1))
        #expect(try !store.beginFetch(now: now + 4.9))
        #expect(try store.beginFetch(now: now + 5))
    }

    @Test("The payload is small and says nothing of the picture")
    func payload() throws {
        let picture = PictureReference(hash: ContentHash(of: Picture.png(1)), size: 1_234_567)
        let posted = try SharedStore(path: path).post(picture)
        #expect(
            SharedStore(path: path).active().last?.picture == posted?.picture && posted?.picture == picture)
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path)))
        let notifications = try #require((file as? [String: Any])?["notifications"] as? [[String: Any]])
        let notification = try #require(notifications.first)
        #expect(try JSONSerialization.data(withJSONObject: notification).count < 200)
        #expect(Set(notification.keys) == ["id", "timestamp", "is_active", "expires_at", "picture"])
        #expect(Set((notification["picture"] as? [String: Any] ?? [:]).keys) == ["hash", "size"])
    }

    @Test("A notification of an earlier version, which knew no picture, is still one")
    func earlierVersion() throws {
        let time = now.timeIntervalSince1970
        let file = """
            {"notifications":[{"id":"1","is_active":true,"timestamp":\(time),"expires_at":\(time + 60)}]}
            """
        try workspace.write("shared.json", Data(file.utf8))
        let notification = try #require(
            SharedStore(path: workspace.file("shared.json")).active(now: now).last)
        #expect(notification.id == "1" && notification.picture == nil)
    }

    @Test("Sweeping twice is sweeping once")
    func sweep() throws {
        let store = SharedStore(path: path)
        for step in 0..<10 { _ = try store.post(now: now + Double(step) * 6) }
        try store.sweep(now: now + 70)
        let once = try Data(contentsOf: URL(fileURLWithPath: path))
        try store.sweep(now: now + 70)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == once)
        #expect(store.active(now: now + 70).count == 8)
    }

    @Test(
        "A damaged store is set aside and begun anew",
        arguments: ["", "{", "[]", #"{"notifications":3}"#, String(repeating: "x", count: 100_000)])
    func corrupt(_ content: String) throws {
        try FileManager.default.createDirectory(
            atPath: workspace.file("deep"), withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        let store = SharedStore(path: path)
        #expect(store.active(now: now).isEmpty)
        #expect(try store.post(now: now) != nil)
        #expect(store.active(now: now).count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path + ".corrupt")) == Data(content.utf8))
    }

    @Test("Many writers lose nothing")
    func concurrent() async throws {
        let history = workspace.file("history.json")
        await withTaskGroup { group in
            for writer in 0..<8 {
                group.addTask { [now] in
                    let store = ScanHistory(path: history, days: 7)
                    for number in 0..<20 {
                        #expect(throws: Never.self) {
                            try store.add(Self.entry(now, "\(writer)-\(number)"), now: now)
                        }
                    }
                }
            }
        }
        let entries = ScanHistory(path: history, days: 7).entries(now: now)
        #expect(Set(entries.compactMap(\.name)).count == 160)
    }

    private static func entry(_ date: Date, _ name: String) -> HistoryEntry {
        HistoryEntry(
            id: UUID(), timestamp: date, origin: .auto, name: name, risk: "high", category: "otp_phishing",
            scamType: "otp_request", confidence: 0.9, explanation: "Asks for a code.")
    }

    @Test("History keeps entries for as long as it is told")
    func history() throws {
        let history = ScanHistory(path: path, days: 7)
        for day in 0..<10 {
            try history.add(Self.entry(now + Double(day) * 86_400, "\(day)"), now: now + Double(day) * 86_400)
        }
        let end = now + 9 * 86_400
        #expect(history.entries(now: end).compactMap(\.name) == ["9", "8", "7", "6", "5", "4", "3", "2"])
        let entry = try #require(history.entries(now: end).first)
        #expect(try history.delete(entry.id, now: end))
        #expect(try !history.delete(entry.id, now: end))
        #expect(history.entries(now: end).count == 7)
        #expect(ScanHistory(path: path, days: 0).entries(now: end).isEmpty)
        try history.sweep(now: end + 30 * 86_400)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("[]".utf8))
    }

    @Test("An entry that another's end hides isn't said to be deleted, and sweeping makes no file")
    func expiry() throws {
        let history = ScanHistory(path: path, days: 7)
        try history.sweep(now: now)
        #expect(!FileManager.default.fileExists(atPath: path))
        try history.add(Self.entry(now, "old"), now: now)
        #expect(try !history.delete(UUID(), now: now + 30 * 86_400))
        try ScanHistory(path: path, days: 0).add(Self.entry(now, "none"), now: now)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("[]".utf8))
    }

    @Test("Clearing history takes what was set aside too")
    func clear() throws {
        let history = ScanHistory(path: path, days: 7)
        try history.add(Self.entry(now, "old"), now: now)
        try Data("unreadable".utf8).write(to: URL(fileURLWithPath: path))
        try history.add(Self.entry(now, "new"), now: now)
        #expect(FileManager.default.fileExists(atPath: path + ".corrupt"))
        try history.clear()
        #expect(!FileManager.default.fileExists(atPath: path + ".corrupt"))
        try history.clear()
        #expect(history.entries(now: now).isEmpty)
    }

    @Test("The latest scan is small and stays")
    func latest() throws {
        let store = SharedStore(path: path)
        let scan = LatestScan(Self.entry(now, "scan"))
        try store.setLatest(scan)
        _ = try store.post(now: now)
        #expect(SharedStore(path: path).latest == scan)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count < 1_000)
        try store.setLatest(nil)
        #expect(store.latest == nil)
    }

    @Test("Files are their owner's only")
    func modes() throws {
        _ = try SharedStore(path: path).post(now: now)
        for file in [path, path + ".lock"] {
            #expect(
                try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("A store that can't be written says so")
    func unwritable() {
        #expect(throws: (any Error).self) { try SharedStore(path: "/dev/null/x/shared.json").post() }
    }
}
