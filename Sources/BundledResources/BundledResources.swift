package import Foundation

/// Paths of the rules, the lexicon, the language files, the line model, the page, the texts and the API description that ship with the product. Where
/// they are missing, reading them fails with the path at which they were looked for.
package enum BundledResources {
    /// The installed data, or else what the package manager laid beside the program. Its own `Bundle.module` isn't used, because
    /// it ends the process where the folder is missing.
    private static let directory: URL = {
        if let installed = Installation.data { return installed }
        #if os(Linux)
            let name = "TypeSafe_BundledResources.resources"
        #else
            let name = "TypeSafe_BundledResources.bundle"
        #endif
        return Bundle.main.bundleURL.appendingPathComponent(name, isDirectory: true)
    }()

    package static var rules: URL { directory.appendingPathComponent("rules", isDirectory: true) }
    package static var lexicon: URL { directory.appendingPathComponent("lexicon", isDirectory: true) }
    package static var languages: URL { directory.appendingPathComponent("languages", isDirectory: true) }
    /// The folder of the lists of words of languages.
    package static var wordLists: URL { languages.appendingPathComponent("words", isDirectory: true) }
    /// The folder of Tesseract's data for the line model, which reads screens.
    package static var lineModel: URL { directory.appendingPathComponent("tessdata", isDirectory: true) }
    /// The folder of the page for people.
    package static var page: URL { directory.appendingPathComponent("page", isDirectory: true) }
    /// The folder of texts for people, a folder for each language.
    package static var texts: URL { directory.appendingPathComponent("texts", isDirectory: true) }
    package static var openAPI: URL { directory.appendingPathComponent("openapi.yaml") }
}
