import BundledResources
import Foundation
import Imaging
import OCR
import OCRWorkers
import ScanService
import TextAnalysis

/// One run of the read command: a warm reader, and where annotated pictures and the stages go.
struct ReadRun {
    struct Picture {
        let file: String
        let image: [UInt8]
        let reading: Reading
    }

    private let reader: ImageReader
    private let annotator: PictureAnnotator
    private let languages: [String]
    private let timeLimit: Duration
    private let byteLimit: Int
    private let annotations: URL?
    private let stages: URL?
    /// Files that must not be written over: all inputs, and what was written for an earlier one.
    private var taken: Set<InodeID>

    /// - Parameters:
    ///   - annotations: the directory for annotated pictures, which need not be there yet.
    ///   - stages: the one for pictures of the stages; may be the same.
    /// - Parameter languages: none where the text itself is to tell.
    /// - Throws: `OCRError` or `LanguageError`.
    init(
        settings: ScanSettings, languages: [String], inputs: [String], annotations: String?, stages: String?
    ) throws {
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: settings.pixelLimit))
        let tessdata = try Tessdata(
            directory: settings.tessdata)
        reader = ImageReader(
            decoder: decoder, tessdata: tessdata,
            knownLanguages: try Languages(directory: BundledResources.languages))
        try reader.warmUp(languages: settings.languages)
        annotator = PictureAnnotator(decoder: decoder)
        self.languages = languages
        timeLimit = settings.timeout
        byteLimit = settings.uploads.body
        self.annotations = annotations.map { URL(fileURLWithPath: $0, isDirectory: true) }
        self.stages = stages.map { URL(fileURLWithPath: $0, isDirectory: true) }
        taken = Set(inputs.filter { $0 != PictureInput.standardInput }.compactMap { InodeID(path: $0) })
    }

    func read(_ file: String) throws(ReadFailure) -> Picture {
        let image = try PictureInput.bytes(of: file, limit: byteLimit)
        do throws(ScanError) {
            let reading = try StandardErrorSilence.during { () throws(ScanError) in
                try reader.read(image, languages: languages, timeLimit: timeLimit)
            }
            return Picture(file: file, image: image, reading: reading)
        } catch {
            throw .reading(error)
        }
    }

    /// Writes the annotated picture, where that was asked for.
    mutating func annotate(_ picture: Picture) throws(ReadFailure) {
        guard let annotations else { return }
        let png = try StandardErrorSilence.during { () throws(ReadFailure) in
            try annotator.annotate(picture.image, with: picture.reading.transcript)
        }
        try write(png, for: picture.file, as: "annotated", into: annotations)
    }

    /// Writes what the reader made of the picture before it read it, where that was asked for.
    mutating func writeStages(of picture: Picture) throws(ReadFailure) {
        guard let stages else { return }
        for (name, png) in try stagePictures(of: picture.image) {
            guard let png else { throw .notDrawn }
            try write(png, for: picture.file, as: name, into: stages)
        }
    }

    private func stagePictures(of image: [UInt8]) throws(ReadFailure) -> [(name: String, png: Data?)] {
        do throws(ScanError) {
            return try StandardErrorSilence.during { () throws(ScanError) in
                let stages = try reader.stages(of: image)
                return [
                    ("1-ink", stages.ink.png), ("2-lines", stages.lines.png), ("3-strips", stages.strips.png),
                ]
            }
        } catch {
            throw .reading(error)
        }
    }

    /// - Parameter name: what tells it from other pictures made of the same file.
    private mutating func write(
        _ png: Data, for file: String, as name: String, into directory: URL
    ) throws(ReadFailure) {
        let base =
            file == PictureInput.standardInput
            ? "standard-input" : URL(fileURLWithPath: file).lastPathComponent
        let target = directory.appendingPathComponent("\(base).\(name).png")
        if let there = InodeID(path: target.path), taken.contains(there) {
            throw .wouldOverwrite(target.path)
        }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            // Atomically: a link there is replaced, and what it points to stays as it is.
            try png.write(to: target, options: .atomic)
        } catch {
            throw .notWritten(target.path)
        }
        if let written = InodeID(path: target.path) { taken.insert(written) }
    }
}
