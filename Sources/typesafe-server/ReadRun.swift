import BundledResources
import Foundation
import Glibc
import Imaging
import OCR
import ScanService
import Scanning
import TextAnalysis

/// One run of the read command: an image reader, and the directories for annotated pictures and stages.
struct ReadRun {
    struct Picture {
        let file: String
        let image: [UInt8]
        let reading: Reading

        /// The image's first frame and the further ones that were read.
        var frames: [Reading.Frame] {
            [Reading.Frame(number: 1, transcript: reading.transcript)] + reading.furtherFrames
        }
    }

    private let reader: ImageReader
    private let annotator: PictureAnnotator
    private let languages: [String]
    private let timeLimit: Duration
    private let byteLimit: Int
    private let annotations: URL?
    private let stages: URL?
    /// Files that must not be overwritten: all inputs, and the files that this run has written.
    private var taken: Set<InodeID>

    /// - Parameters:
    ///   - languages: Tesseract's names; empty if the text itself is to tell.
    ///   - annotations: the directory for annotated pictures, which is made if it is missing.
    ///   - stages: the directory for pictures of the stages; may be the same.
    /// - Throws: `OCRError` or `LanguageError`.
    init(
        limits: Limits, tessdata: URL?, languages: [String], inputs: [String], annotations: String?,
        stages: String?
    ) throws {
        let decoder = ImageDecoder(limits: ImageLimits(maxPixels: limits.pipeline.pixelLimit))
        let tessdata = try Tessdata(directory: tessdata)
        reader = ImageReader(
            decoder: decoder, tessdata: tessdata,
            lineModel: try Tessdata(directory: BundledResources.lineModel),
            knownLanguages: try Languages(directory: BundledResources.languages),
            processorTime: limits.pipeline.processorTime)
        try reader.warmUp(languages: languages.isEmpty ? LanguageList.english.names : languages)
        annotator = PictureAnnotator(decoder: decoder)
        self.languages = languages
        timeLimit = limits.pipeline.timeLimit
        byteLimit = limits.uploads.body
        self.annotations = annotations.map { URL(fileURLWithPath: $0, isDirectory: true) }
        self.stages = stages.map { URL(fileURLWithPath: $0, isDirectory: true) }
        taken = Set(inputs.filter { $0 != PictureInput.standardInput }.compactMap { InodeID(path: $0) })
    }

    func read(_ file: String) throws(ReadFailure) -> Picture {
        let image = try PictureInput.bytes(of: file, limit: byteLimit)
        do throws(ScanError) {
            let reading = try withStandardErrorSilenced { () throws(ScanError) in
                try reader.read(image, languages: languages, timeLimit: timeLimit)
            }
            return Picture(file: file, image: image, reading: reading)
        } catch {
            throw .reading(error)
        }
    }

    /// Writes the annotated frame if `--annotate` was given.
    mutating func annotate(_ frame: Reading.Frame, of picture: Picture) throws(ReadFailure) {
        guard let annotations else { return }
        let png = try withStandardErrorSilenced { () throws(ReadFailure) in
            try annotator.annotate(picture.image, frame: frame.number, with: frame.transcript)
        }
        try write(png, for: picture.file, frame.number, as: "annotated", into: annotations)
    }

    /// Writes the stages before recognition if `--stages` was given.
    mutating func writeStages(of frame: Reading.Frame, of picture: Picture) throws(ReadFailure) {
        guard let stages else { return }
        for (name, png) in try stagePictures(of: picture.image, frame: frame.number) {
            guard let png else { throw .notDrawn }
            try write(png, for: picture.file, frame.number, as: name, into: stages)
        }
    }

    private func stagePictures(
        of image: [UInt8], frame: Int
    ) throws(ReadFailure) -> [(name: String, png: Data?)] {
        do throws(ScanError) {
            return try withStandardErrorSilenced { () throws(ScanError) in
                let stages = try reader.stages(of: image, frame: frame)
                return [
                    ("1-ink", stages.ink.png), ("2-lines", stages.lines.png), ("3-strips", stages.strips.png),
                    ("4-account", stages.account.png),
                ]
            }
        } catch {
            throw .reading(error)
        }
    }

    /// - Parameter name: part of the file's name that tells it from other pictures made of the same frame.
    private mutating func write(
        _ png: Data, for file: String, _ frame: Int, as name: String, into directory: URL
    ) throws(ReadFailure) {
        let base =
            file == PictureInput.standardInput
            ? "standard-input" : URL(fileURLWithPath: file).lastPathComponent
        let part = frame == 1 ? name : "frame-\(frame).\(name)"
        let target = directory.appendingPathComponent("\(base).\(part).png")
        if let there = InodeID(path: target.path), taken.contains(there) {
            throw .wouldOverwrite(target.path)
        }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            // Atomic writing replaces a link and leaves the file that the link points to.
            try png.write(to: target, options: .atomic)
        } catch {
            throw .notWritten(target.path)
        }
        if let written = InodeID(path: target.path) { taken.insert(written) }
    }
}

/// Identifies a file by its device and inode, whatever path leads to it.
struct InodeID: Hashable {
    private let device: dev_t
    private let inode: ino_t

    /// nil where the file doesn't exist.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}

/// Runs something while standard error leads to `/dev/null`: image libraries write there about damaged files, between our lines.
func withStandardErrorSilenced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let null = open("/dev/null", O_WRONLY | O_CLOEXEC)
    if kept >= 0, null >= 0 { dup2(null, STDERR_FILENO) }
    defer {
        if kept >= 0 {
            dup2(kept, STDERR_FILENO)
            close(kept)
        }
        if null >= 0 { close(null) }
    }
    return try body()
}
