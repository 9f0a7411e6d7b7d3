import Foundation
import Imaging
import OCR
import OCRWorkers
import ScanService

/// One run of the read command: a warm reader, and where annotated pictures go.
struct ReadRun {
    struct Picture {
        let file: String
        let image: [UInt8]
        let reading: Reading
    }

    private let reader: PictureReader
    private let annotator: PictureAnnotator
    private let languages: [String]
    private let timeLimit: Duration
    private let byteLimit: Int
    private let directory: URL?
    /// Files that must not be written over: all inputs, and what was written for an earlier one.
    private var taken: Set<FileIdentity>

    /// - Parameter annotations: the directory for annotated pictures, which need not be there yet.
    init(settings: Settings, inputs: [String], annotations: String?) throws(OCRError) {
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: settings.pixelLimit))
        let tessdata = try Tessdata(
            directory: settings.tessdata.map { URL(fileURLWithPath: $0, isDirectory: true) })
        reader = PictureReader(decoder: decoder, tessdata: tessdata)
        try reader.warmUp(languages: settings.languages)
        annotator = PictureAnnotator(decoder: decoder)
        languages = settings.languages
        timeLimit = settings.scanTimeout
        byteLimit = settings.uploads.body
        directory = annotations.map { URL(fileURLWithPath: $0, isDirectory: true) }
        taken = Set(inputs.filter { $0 != PictureInput.standardInput }.compactMap { FileIdentity(path: $0) })
    }

    func read(_ file: String) throws(ReadFailure) -> Picture {
        let image = try PictureInput.bytes(of: file, limit: byteLimit)
        do throws(ReadingError) {
            let reading = try StandardErrorSilence.during { () throws(ReadingError) in
                try reader.read(image, languages: languages, timeLimit: timeLimit)
            }
            return Picture(file: file, image: image, reading: reading)
        } catch {
            throw .reading(error, timeLimit: timeLimit)
        }
    }

    /// Writes the annotated picture, where that was asked for.
    mutating func annotate(_ picture: Picture) throws(ReadFailure) {
        guard let directory else { return }
        let png = try StandardErrorSilence.during { () throws(ReadFailure) in
            try annotator.annotate(picture.image, with: picture.reading.transcript)
        }
        try write(png, for: picture.file, into: directory)
    }

    private mutating func write(_ png: Data, for file: String, into directory: URL) throws(ReadFailure) {
        let name =
            file == PictureInput.standardInput
            ? "standard-input" : URL(fileURLWithPath: file).lastPathComponent
        let target = directory.appendingPathComponent(name + ".annotated.png")
        if let there = FileIdentity(path: target.path), taken.contains(there) {
            throw .wouldOverwrite(target.path)
        }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            // Atomically: a link there is replaced, and what it points to stays as it is.
            try png.write(to: target, options: .atomic)
        } catch {
            throw .notWritten(target.path)
        }
        if let written = FileIdentity(path: target.path) { taken.insert(written) }
    }
}
