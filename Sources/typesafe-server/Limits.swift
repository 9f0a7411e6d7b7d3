import BundledResources
import Foundation
import HTTPServer
import Scanning
import ScanService
import Storage
import Texts

/// Limits of the running server that the file of `--limits` may change. Each value is part of a module's own configuration,
/// and its default stands there; `LimitKey` names them.
struct Limits: Sendable {
    var server = ServerConfiguration(eventLoops: Limits.defaultEventLoops)
    /// Time that running requests get after SIGTERM. Docker kills a container 10 s after it, and webhooks and the database
    /// are closed within the 2 s that are left.
    var shutdown = Duration.seconds(8)
    var uploads = ScanService.Limits()
    var jobs = JobOptions()
    /// Without the settings that are flags: keys, rate and proxies.
    var access = AccessPolicy()
    /// Seconds for `Strict-Transport-Security`; 0 for none. Browsers heed it where a proxy adds TLS.
    var strictTransport = 0
    /// Without the settings that are flags: language data, languages and the number of workers.
    var pipeline = ScanPipeline.Configuration(
        languageFiles: BundledResources.languages, lineModel: BundledResources.lineModel)
    /// Bytes of the database file: a million results of 4 kB each.
    var databaseSize = 4_096 << 20
    var outbox = OutboxLimits()
    var delivery = DeliverySettings()

    /// One for each core, as short texts are judged on the event loops. Sixteen judge more of them than one machine's network brings.
    private static let defaultEventLoops = min(16, max(1, ProcessInfo.processInfo.activeProcessorCount))

    init() {}

    /// Reads a file of limits; keys that it doesn't name keep their defaults.
    init(contentsOf path: String) throws(CommandFailure) {
        self.init()
        let root: YAMLNode
        do throws(YAMLError) {
            root = try YAMLNode(contentsOf: URL(fileURLWithPath: path), named: path)
        } catch {
            // A file of comments alone changes nothing.
            if case .empty = error.reason { return }
            throw Self.refusal(path, error.line, error.sentence)
        }
        guard let entries = root.entries else {
            throw Self.refusal(path, root.line, "not lines of `key: number`")
        }
        for entry in entries {
            let name = entry.key.text ?? ""
            guard let key = LimitKey.all.first(where: { $0.name == name }) else {
                throw Self.refusal(path, entry.key.line, "\(name) is no limit; see docs/settings.md")
            }
            guard let value = entry.value.text.flatMap({ Int($0) }), key.range.contains(value) else {
                throw Self.refusal(
                    path, entry.value.line,
                    "\(name) takes a number from \(key.range.lowerBound) to \(key.range.upperBound)")
            }
            key.set(&self, value)
        }
    }

    private static func refusal(_ path: String, _ line: Int?, _ reason: String) -> CommandFailure {
        .usage("\(path)\(line.map { ":\($0)" } ?? ""): \(reason)")
    }
}

extension YAMLError {
    fileprivate var sentence: String {
        switch reason {
        case .unreadable: "the file can't be read"
        case .empty: "the file is empty"
        case .malformed(let problem): problem
        }
    }
}
