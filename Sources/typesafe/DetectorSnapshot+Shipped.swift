import BundledResources
import ScamDetection
import ScreenshotDetection

extension DetectorSnapshot {
    /// The snapshot of the rules that ship with the program, in the user's folder for caches.
    static var shipped: DetectorSnapshot {
        DetectorSnapshot(
            cache: BaseDirectories().cache, rules: BundledResources.rules, lexicon: BundledResources.lexicon,
            languages: BundledResources.languages, program: Installation.program)
    }
}
