import Foundation

/// Tesseract's OpenMP threads slow each other down several times over, and the limit counts only where it stands in
/// the environment before the process starts: `setenv` alone comes too late.
enum ThreadLimit {
    private static let name = "OMP_THREAD_LIMIT"

    /// Starts this executable anew with the limit in its environment, where it isn't there yet.
    static func ensure() {
        guard getenv(name) == nil else { return }
        setenv(name, "1", 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
        arguments.append(nil)
        execv("/proc/self/exe", arguments)
        // Only where exec failed: slower, but right.
        for argument in arguments { free(argument) }
    }
}
