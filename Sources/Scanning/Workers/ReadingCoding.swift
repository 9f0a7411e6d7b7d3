package import Imaging

/// A reading as bytes, for those who keep it outside of this process. They are checked like a worker's answer.
extension Reading {
    package var encoded: [UInt8] { WorkerAnswer.reading(self).encoded(number: 0) }

    /// - Parameters:
    ///   - languages: Tesseract names of the languages that were to be read; none where the worker chose them.
    ///   - limits: the limits to which the image was held.
    /// - Returns: nil where the bytes are no reading of such an image.
    package init?(decoding bytes: [UInt8], languages: [String], limits: ImageLimits) {
        let request = WorkerRequest(number: 0, languages: languages, timeLimit: .zero)
        guard case .reading(let reading)? = try? WorkerAnswer(decoding: bytes, to: request, limits: limits)
        else { return nil }
        self = reading
    }
}
