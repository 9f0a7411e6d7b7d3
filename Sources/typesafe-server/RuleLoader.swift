import BundledResources
import Dispatch
import Foundation
import Logging
import Metrics
import ScamDetection
import ProcessControl
import Scanning
import TextAnalysis

/// Loads rules, lexicon and advice at the start, and again at SIGHUP.
struct RuleLoader: Sendable {
    private let rules: URL?
    private let lexicon: URL

    init(_ settings: ReadingSettings) {
        rules = settings.rules?.directoryURL
        lexicon = settings.lexicon?.directoryURL ?? BundledResources.lexicon
    }

    /// Blocks the calling thread for a tenth of a second and more.
    /// - Throws: `LanguageError` or `RuleError`.
    func load() throws -> ScamKnowledge {
        let languages = try Languages(directory: BundledResources.languages)
        return ScamKnowledge(
            // Tests check the examples of the shipped rules; checking them here would double the time of a start.
            detector: try ScamDetector(
                rules: rules ?? BundledResources.rules, lexicon: lexicon, languages: languages,
                checksExamples: rules != nil),
            adviceBook: try AdviceBook(directory: lexicon))
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
