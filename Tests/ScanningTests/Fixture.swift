import SystemSupport
import TestSupport
import Foundation
import Imaging
import OCR
import Scanning
import Synchronization

/// Sample images, and what real workers need to read them.
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

    /// An image from the fixtures of another suite.
    static func picture(of suite: String, _ name: String) throws -> [UInt8] {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appendingPathComponent("\(suite)/Fixtures/\(name)")))
    }

    static func tessdata() throws -> Tessdata { try Tessdata(directory: nil) }

    static func setup(
        languages: [String] = ["eng"], memory: Int = 1 << 30, tessdata: String? = nil,
        processorTime: Duration = .seconds(60)
    ) throws -> WorkerSetup {
        WorkerSetup(
            tessdata: try tessdata ?? Self.tessdata().directory.path,
            lineModel: ShippedLanguages.lineModel.path, languageFiles: ShippedLanguages.directory.path,
            languages: languages, limits: limits,
            memory: memory, processorTime: processorTime)
    }

    /// Reads an image in the test's own process.
    static func readHere(_ image: [UInt8]) throws -> Reading {
        try reader().read(image, languages: ["eng"], timeLimit: .seconds(60))
    }

    static func reader(processorTime: Duration = .seconds(60)) throws -> ImageReader {
        ImageReader(
            decoder: ImageDecoder(limits: limits), tessdata: try tessdata(),
            lineModel: try Tessdata(directory: ShippedLanguages.lineModel),
            knownLanguages: ShippedLanguages.all, processorTime: processorTime)
    }

    /// A white BMP file of `side` × `side` grey pixels, one byte each.
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

/// A pool of worker processes that records how each of them ended.
final class TestPool: Sendable {
    let pool: WorkerPool
    private let events: EventSink

    init(
        workers: Int = 1, setup: WorkerSetup? = nil, executable: String = Fixture.executable,
        maxRequests: Int = 1_000, queueLength: Int = 100, queueAge: Duration = .seconds(120),
        requiresSandbox: Bool = false
    ) throws {
        let (setup, events) = (try setup ?? Fixture.setup(), EventSink())
        var limits = WorkerPool.Limits()
        limits.queueLength = queueLength
        limits.queueAge = queueAge
        pool = WorkerPool(
            count: workers,
            settings: WorkerClient.Settings(
                executable: executable, setup: setup, maxRequests: maxRequests,
                requiresSandbox: requiresSandbox, observer: { events.add($0) }),
            limits: limits)
        self.events = events
    }

    private final class EventSink: Sendable {
        private let events = Mutex<[WorkerTermination]>([])
        func add(_ event: WorkerTermination) { events.withLock { $0.append(event) } }
        var all: [WorkerTermination] { events.withLock { $0 } }
    }

    var ends: [WorkerTermination] { events.all }

    func read(
        _ image: [UInt8], timeLimit: Duration = .seconds(60),
        for account: ScanAccount = .one
    ) async -> Result<Reading, ScanError> {
        do throws(ScanError) {
            return .success(
                try await pool.read(image, languages: ["eng"], timeLimit: timeLimit, for: account))
        } catch {
            return .failure(error)
        }
    }

    /// The process id of the only worker.
    func onlyProcess() async throws -> Int32 {
        try await eventually { self.pool.processIDs.first }
    }

    /// Stops the pool, and returns the ids of processes that are still there.
    func stop() async -> [Int32] {
        let running = pool.processIDs
        await pool.stop()
        return (running + ends.map(\.processID)).filter { Processes.exists($0) }
    }
}

extension ScanAccount {
    static let one = ScanAccount(client: ClientID("one"))
    static let two = ScanAccount(client: ClientID("two"))
}

enum Processes {
    /// Also true of a zombie.
    static func exists(_ id: Int32) -> Bool { kill(id, 0) == 0 }

    /// Whether a signal has stopped the process.
    static func isStopped(_ id: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
        return status.contains("State:\tT")
    }

    /// Number of sockets that this process has open. Each worker has one. Other descriptors, such as those of timers, are
    /// opened by libraries when they are first needed and stay open.
    static var openSockets: Int {
        let folder = "/proc/self/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.count { name in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
            return target?.hasPrefix("socket:") == true
        }
    }
}

func holds(_ condition: @Sendable () async throws -> Bool) async throws {
    _ = try await eventually { try await condition() ? true : nil }
}
