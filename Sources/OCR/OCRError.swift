/// Why a bitmap was not read.
package enum OCRError: Error, Equatable, Sendable {
    /// No language data at all in the directory used.
    case noLanguages(directory: String)
    /// No data for this language in the directory used.
    case missingLanguage(String)
    /// Tesseract could not be started with these languages.
    case initialisationFailed(languages: [String])
    case deadlineExceeded
    /// Tesseract or Leptonica gave up, mostly for want of memory.
    case recognitionFailed
}
