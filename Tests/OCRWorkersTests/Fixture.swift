import TestSupport
import Foundation
import Imaging
import OCR
import OCRWorkers
import Synchronization

/// Real readers on the project's own samples.
enum Fixture {
    static let executable = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("typesafe-server").path
    private static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Resources/samples")
    static let names = ["scam-parcel-imessage-light.png", "benign-code-android-light.png"]
    static let limits = ImageLimits()

    static func sample(_ name: String = names[0]) throws -> [UInt8] {
        Array(try Data(contentsOf: samples.appendingPathComponent(name)))
    }

    /// A fixture of another suite.
    static func picture(of suite: String, _ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appendingPathComponent("\(suite)/Fixtures/\(name)")))
    }

    static func tessdata() throws -> Tessdata { try Tessdata(directory: nil) }

    static func setup(
        languages: [String] = ["eng"], memory: Int = 1 << 30, tessdata: String? = nil
    ) throws -> WorkerSetup {
        WorkerSetup(
            tessdata: try tessdata ?? Self.tessdata().directory.path,
            languageFiles: ShippedLanguages.directory.path, languages: languages, limits: limits,
            memory: memory)
    }

    /// What this process itself reads.
    static func readHere(_ image: [UInt8]) async throws -> Reading {
        let reader = InProcessReader(
            index: 0, decoder: ImageDecoder(limits: limits), tessdata: try tessdata(), languages: ["eng"],
            knownLanguages: ShippedLanguages.all)
        return try await reader.read(
            image, languages: ["eng"], timeLimit: .seconds(60), progress: nil, helper: nil)
    }

    /// A grey BMP of that many pixels a side, one byte each.
    static func bitmap(side: Int) -> [UInt8] {
        func little(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(value >> (8 * $0) & 0xFF) }
        }
        let offset = 14 + 40 + 1_024
        var bytes = Array("BM".utf8) + little(offset + side * side, 4) + little(0, 4) + little(offset, 4)
        bytes += little(40, 4) + little(side, 4) + little(side, 4) + little(1, 2) + little(8, 2)
        bytes += [UInt8](repeating: 0, count: 24)
        for grey in 0..<256 { bytes += [UInt8(grey), UInt8(grey), UInt8(grey), 0] }
        return bytes + [UInt8](repeating: 255, count: side * side)
    }
}

/// A pool of reader processes, and what became of them.
final class TestPool: Sendable {
    let pool: ReaderPool
    private let events: EventSink

    init(
        readers: Int = 1, setup: WorkerSetup? = nil, executable: String = Fixture.executable,
        pictures: Int = 1_000, queueLength: Int = 100, queueAge: Duration = .seconds(120)
    ) throws {
        let (setup, events) = (try setup ?? Fixture.setup(), EventSink())
        pool = ReaderPool(
            readers: (0..<readers).map {
                ProcessReader(
                    index: $0,
                    settings: ProcessReader.Settings(
                        executable: executable, setup: setup, pictures: pictures,
                        observer: { events.add($0) }))
            }, limits: ReaderPool.Limits(queueLength: queueLength, queueAge: queueAge))
        self.events = events
    }

    private final class EventSink: Sendable {
        private let events = Mutex<[ReaderEvent]>([])
        func add(_ event: ReaderEvent) { events.withLock { $0.append(event) } }
        var all: [ReaderEvent] { events.withLock { $0 } }
    }

    var ends: [ReaderEvent] { events.all }

    func read(_ image: [UInt8], timeLimit: Duration = .seconds(60)) async -> Result<Reading, ReadingError> {
        do throws(ReadingError) {
            return .success(try await pool.read(image, languages: ["eng"], timeLimit: timeLimit))
        } catch {
            return .failure(error)
        }
    }

    /// The process of the only reader.
    func onlyProcess() async throws -> Int32 {
        try await eventually { self.pool.processIDs.first }
    }

    /// Ends it; then nothing may be left.
    func stop() async -> [Int32] {
        let running = pool.processIDs
        await pool.stop()
        return (running + ends.map(\.processID)).filter { Processes.exists($0) }
    }
}

enum Processes {
    /// Zombies exist too.
    static func exists(_ id: Int32) -> Bool { kill(id, 0) == 0 }

    static var openDescriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }
}

func holds(_ condition: @Sendable () async throws -> Bool) async throws {
    _ = try await eventually { try await condition() ? true : nil }
}
