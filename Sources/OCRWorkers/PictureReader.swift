import Barcodes
package import Imaging
package import OCR
import TextAnalysis

/// Bytes of a picture to a reading, with warm engines. Used by one thread at a time: decoding and recognition block in C.
package final class PictureReader {
    /// Engines for language sets other than the usual one; each holds some 50 MB.
    private static let maxEngines = 3

    private let decoder: ImageDecoder
    private let tessdata: Tessdata
    /// Least recently used first.
    private var engines: [TesseractEngine] = []
    /// Read first where a scan names none.
    private var usualLanguages: [String] = []

    package init(decoder: ImageDecoder, tessdata: Tessdata) {
        self.decoder = decoder
        self.tessdata = tessdata
    }

    /// Loads the engine, so that the first scan doesn't.
    /// - Parameter languages: read first where a scan names none.
    package func warmUp(languages: [String]) throws(OCRError) {
        usualLanguages = languages
        _ = try engine(for: languages)
    }

    /// - Parameter languages: none where what the text is in is to be found out.
    package func read(
        _ image: [UInt8], languages: [String], timeLimit: Duration, help: LineHelp? = nil,
        progress: LineProgress? = nil
    ) throws(ReadingError) -> Reading {
        let clock = ContinuousClock()
        let started = clock.now
        do {
            var bitmap = try decoder.decode(image)
            let decoded = clock.now
            let codes = BarcodeReader.read(bitmap)
            CodeEraser.erase(codes, from: &bitmap)
            let others = OtherLanguages(installed: tessdata.languages) { language throws(OCRError) in
                try self.engine(for: [language])
            }
            var transcript = try engine(for: languages).recognize(
                bitmap, timeLimit: timeLimit, help: help, others: languages.isEmpty ? others : nil,
                progress: progress)
            transcript.codes = codes
            transcript = transcript.scaled(toWidth: bitmap.pictureWidth, height: bitmap.pictureHeight)
            return Reading(
                transcript: transcript, decoding: started.duration(to: decoded),
                recognition: decoded.duration(to: clock.now))
        } catch let error as ImagingError {
            throw .image(error)
        } catch OCRError.deadlineExceeded {
            throw .deadlineExceeded
        } catch {
            throw .engineFailed
        }
    }

    /// What `read` finds on the way to the words of a picture; without codes, as there.
    package func stages(of image: [UInt8]) throws(ReadingError) -> ReadingStages {
        var bitmap: Bitmap
        do throws(ImagingError) {
            bitmap = try decoder.decode(image)
        } catch {
            throw .image(error)
        }
        CodeEraser.erase(BarcodeReader.read(bitmap), from: &bitmap)
        guard let stages = ReadingStages(bitmap) else { throw .engineFailed }
        return stages
    }

    /// Lines of a picture that another reader has.
    func read(
        _ strips: [StripImage], languages: [String], timeLimit: Duration
    ) throws(ReadingError) -> [[Transcript.Word]] {
        do throws(OCRError) {
            return try engine(for: languages).read(strips, timeLimit: timeLimit)
        } catch .deadlineExceeded {
            throw .deadlineExceeded
        } catch {
            throw .engineFailed
        }
    }

    /// - Parameter languages: none for the usual ones.
    private func engine(for languages: [String]) throws(OCRError) -> TesseractEngine {
        let languages = languages.isEmpty ? usualLanguages : languages
        if let index = engines.firstIndex(where: { $0.languages == languages }) {
            let engine = engines.remove(at: index)
            engines.append(engine)
            return engine
        }
        let engine = try TesseractEngine(tessdata: tessdata, languages: languages)
        if engines.count >= Self.maxEngines { engines.removeFirst() }
        engines.append(engine)
        return engine
    }
}
