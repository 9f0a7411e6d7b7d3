/// Why a bitmap was not read.
package enum OCRError: Error, Equatable, Sendable {
    /// The directory holds no language data at all.
    case noLanguages(directory: String)
    case missingLanguage(String)
    /// Tesseract could not be started with these languages.
    case initialisationFailed(languages: [String])
    case deadlineExceeded
    /// Tesseract or Leptonica gave up, mostly for want of memory.
    case recognitionFailed
}
