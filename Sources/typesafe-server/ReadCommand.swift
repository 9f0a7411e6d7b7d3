import ArgumentParser
import BundledResources
import Foundation
import Glibc
import Imaging
import OCR
import ScanService
import Scanning
import Texts
import TypeSafeAPI

/// `typesafe-server read`: reads pictures in this process and prints what was seen.
struct ReadCommand: ConfigurableCommand {
    static let settings: [any ParsableArguments.Type] = [ReadingFileSettings.self]

    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Reads pictures and prints their lines with role, confidence, place and text.",
        discussion: """
            Nothing is judged, sent or stored. body_bytes, pixels and scan_seconds of the file of --limits apply.

            Of an animation or several pages, up to four frames that differ are read, as a scan does, and shown one after the             other. The files of the second frame begin with FILE.frame-2.

            An annotated picture has a box around each line: grey for what belongs to the app or phone, blue for \
            messages received, green for the owner's own, violet for the conversation's frame. Words the reader is less \
            than 60 % sure of are boxed red, codes orange.

            The stages show what is found before the text is recognized: the strokes, the lines they make, and the lines cut \
            out as Tesseract gets them. docs/reading.md explains them.

            Exit codes: 0 all were read, 1 some were not (a line each on standard error says why), 64 wrong usage, \
            78 tessdata can't be used.
            """)

    @Argument(help: ArgumentHelp("Pictures; - is standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Print a JSON object for each frame that was read, words included.")
    var json = false

    @Option(
        help: ArgumentHelp("Write FILE.annotated.png for each picture into this directory.", valueName: "dir")
    )
    var annotate: String?

    @Option(
        help: ArgumentHelp(
            "Write FILE.1-ink.png, FILE.2-lines.png, FILE.3-strips.png and FILE.4-account.png into this directory.",
            valueName: "dir")
    )
    var stages: String?

    @Option(
        help: ArgumentHelp(
            "Tesseract languages, joined by + (default: the text itself tells).", valueName: "names"))
    var languages: LanguageList?

    @OptionGroup var reading: ReadingFileSettings

    func run() throws {
        restartWithOneThread()
        let limits = try reading.limits()
        var run: ReadRun
        do {
            run = try ReadRun(
                limits: limits, tessdata: reading.tessdata?.directoryURL, languages: languages?.names ?? [],
                inputs: files, annotations: annotate, stages: stages)
        } catch {
            throw CommandFailure.configuration("the text reader can't start: \(error)")
        }
        var failed = false
        for file in files {
            do throws(ReadFailure) {
                let picture = try run.read(file)
                for frame in picture.frames {
                    let result = ReadResult(file: file, frame: frame, reading: picture.reading)
                    print(json ? result.json : Self.plain(result.table))
                }
                for frame in picture.frames {
                    try run.annotate(frame, of: picture)
                    try run.writeStages(of: frame, of: picture)
                }
            } catch {
                let line = "typesafe-server: \(PictureInput.displayName(file)): \(error)\n"
                FileHandle.standardError.write(Data(line.utf8))
                failed = true
            }
        }
        if failed { throw ExitCode.failure }
    }

    /// Lines without what a terminal would obey: a picture may show any character.
    private static func plain(_ lines: String) -> String {
        String(
            String.UnicodeScalarView(
                lines.unicodeScalars.filter { ($0.value >= 0x20 || $0 == "\n") && !VisibleJSON.isObeyed($0) })
        )
    }

    /// Starts the program again where OpenMP may use more than one thread: Tesseract's threads slow each other down, and the
    /// library reads this variable before `main`.
    private func restartWithOneThread() {
        guard getenv("OMP_THREAD_LIMIT") == nil else { return }
        setenv("OMP_THREAD_LIMIT", "1", 1)
        execv("/proc/self/exe", CommandLine.unsafeArgv)
    }
}

/// Reads the pictures that the command line names.
enum PictureInput {
    /// The name that stands for standard input.
    static let standardInput = "-"
    /// Bytes that are read at once.
    private static let chunk = 1 << 20

    /// - Parameter limit: largest number of bytes. At most one byte more is read.
    static func bytes(of file: String, limit: Int) throws(ReadFailure) -> [UInt8] {
        do {
            let isStandardInput = file == standardInput
            let handle =
                isStandardInput
                ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
            defer { if !isStandardInput { try? handle.close() } }
            var bytes: [UInt8] = []
            while bytes.count <= limit,
                let more = try handle.read(upToCount: min(chunk, limit + 1 - bytes.count)), !more.isEmpty
            {
                bytes += more
            }
            if bytes.count > limit { throw ReadFailure.tooLarge(limit: limit) }
            return bytes
        } catch let failure as ReadFailure {
            throw failure
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            throw .noSuchFile
        } catch {
            throw .notReadable
        }
    }

    /// The name with `?` in place of control characters, so that it stays on one line.
    static func displayName(_ file: String) -> String {
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.value < 0x20 || VisibleJSON.isObeyed(scalar)
        }
        return String(String.UnicodeScalarView(file.unicodeScalars.map { isControl($0) ? "?" : $0 }))
    }
}

/// Why a picture can't be read or drawn; `description` follows the picture's name on standard error.
enum ReadFailure: Error, CustomStringConvertible {
    case noSuchFile
    case notReadable
    case tooLarge(limit: Int)
    case reading(ScanError)
    case notDrawn
    case wouldOverwrite(String)
    case notWritten(String)

    var description: String {
        switch self {
        case .noSuchFile: "no such file"
        case .notReadable: "the file can't be read"
        case .tooLarge(let limit): "over \(limit) bytes, the limit body_bytes"
        case .reading(.image(let error)):
            (try? TextLibrary.texts(forLocale: "en", directory: BundledResources.texts)).map(error.sentence)
                ?? "the picture can't be decoded"
        case .reading(.deadlineExceeded(let limit)):
            "reading took longer than \(limit.components.seconds) s, the limit scan_seconds"
        case .reading: "the text reader failed"
        case .notDrawn: "it was read, but could not be drawn on"
        case .wouldOverwrite(let path):
            "\(PictureInput.displayName(path)) is an input or was just written, and is left alone"
        case .notWritten(let path): "\(PictureInput.displayName(path)) can't be written"
        }
    }
}
