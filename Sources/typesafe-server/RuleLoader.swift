import BundledResources
import Dispatch
import Foundation
import Logging
import ScanService
import ScamDetection
import SystemSupport
import Scanning
import TextAnalysis

/// Loads rules, lexicon and advice at the start, and again at SIGHUP.
struct RuleLoader: Sendable {
    private let rules: URL?
    private let lexicon: URL
    /// The folder for a snapshot of the shipped rules, which systemd's `CacheDirectory=` and `typesafe` name; nil for none.
    private let cache: URL?
    private let memory: MessageMemory?

    /// - Parameter memory: what messages are judged by beside the rules; nil where nothing is remembered.
    init(_ settings: ReadingSettings, _ memory: MessageMemory? = nil) {
        self.memory = memory
        rules = settings.rules?.directoryURL
        lexicon = settings.lexicon?.directoryURL ?? BundledResources.lexicon
        let folder = ProcessInfo.processInfo.environment["CACHE_DIRECTORY"] ?? ""
        cache = folder.hasPrefix("/") ? folder.directoryURL : nil
    }

    /// Blocks the calling thread for a tenth of a second and more.
    /// - Throws: `LanguageError` or `RuleError`.
    func load() throws -> ScamKnowledge {
        let knowledge = try loadFiles()
        if let memory { knowledge.detector.use(memory) }
        return knowledge
    }

    private func loadFiles() throws -> ScamKnowledge {
        let files = BundledResources.languages
        func detector() throws -> ScamDetector {
            // Tests check the examples of the shipped rules; checking them here would double the time of a start.
            try ScamDetector(
                rules: rules ?? BundledResources.rules, lexicon: lexicon,
                languages: Languages(directory: files), checksExamples: rules != nil)
        }
        let book = try AdviceBook(directory: lexicon)
        guard let cache, rules == nil else {
            return ScamKnowledge(
                detector: try detector(), adviceBook: book, wordLists: BundledResources.wordLists)
        }
        let snapshot = DetectorSnapshot(
            cache: cache.path, rules: BundledResources.rules, lexicon: lexicon, languages: files,
            program: Installation.program)
        return ScamKnowledge(
            detector: try snapshot.detector(orElse: detector), adviceBook: book,
            wordLists: BundledResources.wordLists)
    }

    /// Replaces the rules that `pipeline` judges by. Files with an error leave the old rules in force.
    func reload(_ pipeline: ScanPipeline, metrics: ServiceMetrics, logger: Logger) async {
        switch await loadInBackground() {
        case .success(let knowledge):
            pipeline.use(knowledge)
            // Gives back the memory of the old rules and of loading.
            ProcessLimits.releaseFreedMemory()
            metrics.reload(.done)
            logger.notice("rules reloaded", metadata: ["rules": "\(knowledge.detector.rulesVersion)"])
        case .failure(let error):
            metrics.reload(.refused)
            logger.error(
                "rules not reloaded, the old ones stay",
                metadata: ["rules": "\(pipeline.facts.rulesVersion)", "why": "\(error)"])
        }
    }

    /// Loads on a dispatch thread, as scans need the threads of Swift's shared pool.
    private func loadInBackground() async -> Result<ScamKnowledge, any Error> {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { try load() })
            }
        }
    }
}
