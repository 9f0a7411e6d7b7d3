import BundledResources
import Dispatch
import Foundation
import Logging
import Metrics
import ScamDetection
import ProcessControl
import Scanning
import TextAnalysis

/// Loads rules, lexicon and advice: at the start, and again at SIGHUP.
struct RuleLoader: Sendable {
    private let rules: URL?
    private let lexicon: URL

    init(_ settings: ScanSettings) {
        rules = settings.rules
        lexicon = settings.lexicon ?? BundledResources.lexicon
    }

    /// Takes a tenth of a second and more of the calling thread.
    /// - Throws: `LanguageError` or `RuleError`.
    func load() throws -> ScamKnowledge {
        let languages = try Languages(directory: BundledResources.languages)
        return ScamKnowledge(
            // The shipped rules' examples are the tests' business; they would take half of a start.
            detector: try ScamDetector(
                rules: rules ?? BundledResources.rules, lexicon: lexicon, languages: languages,
                checksExamples: rules != nil),
            adviceBook: try AdviceBook(directory: lexicon))
    }

    /// Puts what the files hold now in place of what `pipeline` judges by, or leaves it where they are refused.
    func reload(_ pipeline: ScanPipeline, metrics: ServiceMetrics, logger: Logger) async {
        switch await loadAside() {
        case .success(let knowledge):
            pipeline.use(knowledge)
            // What loading left, and mostly the old rules.
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

    /// On a thread of its own, as scans need those of the shared pool.
    private func loadAside() async -> Result<ScamKnowledge, any Error> {
        await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: Result { try load() })
            }
        }
    }
}
