package import Foundation

/// Paths of the rules, the lexicon, the language files, the line model and the API description that ship with the product.
package enum BundledResources {
    package static var rules: URL {
        Bundle.module.bundleURL.appendingPathComponent("rules", isDirectory: true)
    }
    package static var lexicon: URL {
        Bundle.module.bundleURL.appendingPathComponent("lexicon", isDirectory: true)
    }
    package static var languages: URL {
        Bundle.module.bundleURL.appendingPathComponent("languages", isDirectory: true)
    }
    /// The folder of Tesseract's data for the line model, which reads screens.
    package static var lineModel: URL {
        Bundle.module.bundleURL.appendingPathComponent("tessdata", isDirectory: true)
    }
    package static var openAPI: URL { Bundle.module.bundleURL.appendingPathComponent("openapi.yaml") }
}
