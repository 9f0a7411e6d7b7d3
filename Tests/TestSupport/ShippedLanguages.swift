package import Foundation
package import TextAnalysis

/// The project's own language files, loaded once for a test run.
package enum ShippedLanguages {
    package static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Resources/languages", isDirectory: true)

    package static let all: Languages = {
        do throws(LanguageError) {
            return try Languages(directory: directory)
        } catch {
            fatalError("\(error)")
        }
    }()
}
