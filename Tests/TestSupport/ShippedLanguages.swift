package import Foundation
package import TextAnalysis

/// The project's own language files and line model, loaded once for a test run.
package enum ShippedLanguages {
    package static let directory = resource("languages")
    /// The folder of the line model.
    package static let lineModel = resource("tessdata")

    /// The folder of the lists of words.
    package static let wordLists = resource("languages/words")

    private static func resource(_ name: String) -> URL {
        URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Resources/" + name, isDirectory: true)
    }

    package static let all: Languages = {
        do throws(LanguageError) {
            return try Languages(directory: directory)
        } catch {
            fatalError("\(error)")
        }
    }()
}
