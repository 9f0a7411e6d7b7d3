import ScanService
import Foundation
import Testing

@Suite("Keys in force")
struct KeyRingTests {
    private let folder: KeyFolder

    init() throws { folder = try KeyFolder() }

    private func add(_ name: String, expires: Date? = nil) throws -> APIKey {
        let key = APIKey()
        try folder.file.add(
            KeyRecord(name: name, key: key, scopes: [.scan], created: .noon, expires: expires))
        return key
    }

    private static func name(_ identity: KeyRing.Identity) -> String? {
        if case .known(let record) = identity { record.name } else { nil }
    }

    @Test("Each key is found among the others, wherever it stands; nothing else is")
    func identification() throws {
        let keys = try (0..<5).map { try add("k\($0)") }
        let ring = try KeyRing(path: folder.path)
        #expect(ring.count == 5)
        for (index, key) in keys.enumerated() {
            #expect(Self.name(ring.identify(key.text)) == "k\(index)")
        }
        let text = keys[0].text
        for other in ["", "tsk_", APIKey().text, String(text.dropLast()), text + "=", text.uppercased()] {
            #expect(ring.identify(other) == .unknown)
        }
    }

    @Test("A key ends at its time")
    func expiry() throws {
        let key = try add("a", expires: .noon)
        let ring = try KeyRing(path: folder.path)
        #expect(Self.name(ring.identify(key.text, at: .noon - 1)) == "a")
        #expect(ring.identify(key.text, at: .noon) == .expired(name: "a"))
    }

    @Test("Changes of the file are taken up: keys come and go while the ring is in use")
    func rotation() throws {
        let old = try add("old")
        let ring = try KeyRing(path: folder.path)
        #expect(try !ring.reloadIfChanged())
        let new = try add("new")
        #expect(ring.identify(new.text) == .unknown)
        #expect(try ring.reloadIfChanged())
        #expect(Self.name(ring.identify(old.text)) == "old" && Self.name(ring.identify(new.text)) == "new")
        try folder.file.remove(name: "old")
        #expect(try ring.reloadIfChanged())
        #expect(ring.identify(old.text) == .unknown && Self.name(ring.identify(new.text)) == "new")
    }

    @Test("A bad file leaves the keys as they were and is told once; a good one is taken up again")
    func badFile() throws {
        let key = try add("a")
        let ring = try KeyRing(path: folder.path)
        let good = try folder.text
        try folder.write("nonsense\n")
        #expect(throws: KeyFileError.self) { try ring.reloadIfChanged() }
        #expect(try !ring.reloadIfChanged())
        #expect(throws: KeyFileError.self) { try ring.reload() }
        #expect(Self.name(ring.identify(key.text)) == "a")
        try folder.write(good, mode: 0o644)
        #expect(throws: KeyFileError.exposed(path: folder.path, mode: 0o644)) { try ring.reloadIfChanged() }
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(throws: KeyFileError.self) { try ring.reloadIfChanged() }
        #expect(try !ring.reloadIfChanged())
        #expect(Self.name(ring.identify(key.text)) == "a")
        try folder.write(good)
        #expect(try ring.reloadIfChanged())
        #expect(Self.name(ring.identify(key.text)) == "a")
    }

    @Test("Without a file there is no ring")
    func missing() {
        #expect(throws: KeyFileError.self) { try KeyRing(path: folder.path) }
    }
}
