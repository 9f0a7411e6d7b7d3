import AtomicFile
import Foundation
import Texts

/// A file that an option names, for something that is kept: it isn't lost to another one.
struct OutputFile: Sendable {
    let path: String
    /// The ending of its name in lower case, without a dot.
    let ending: String

    /// - Parameters:
    ///   - option: the option as the user writes it.
    ///   - endings: the endings that its name may have.
    init(_ path: String, of option: String, endings: [String]) throws(CommandFailure) {
        self.path = path
        ending = (path as NSString).pathExtension.lowercased()
        guard endings.contains(ending) else {
            throw .usage(
                .outputEnding,
                [
                    "option": .text(option),
                    "endings": .text(endings.map { "." + $0 }.joined(separator: " / ")),
                ])
        }
        guard access(path, F_OK) != 0 else { throw .usage(.outputExists, ["path": .text(path)]) }
    }

    func write(_ content: Data) throws(CommandFailure) {
        do throws(AtomicFileError) { try AtomicFile.replace(path, with: content) } catch {
            throw .store(path: path)
        }
    }
}
