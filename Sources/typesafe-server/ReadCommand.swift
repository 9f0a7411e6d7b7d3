import ArgumentParser
import Foundation
import Glibc
import Imaging
import OCR
import OCRWorkers

/// `typesafe-server read`: reads pictures in this process and prints what was seen, for whoever wants to know why.
struct ReadCommand: ParsableCommand {
    /// The argument that makes the server's program this command.
    static let name = "read"

    static let configuration = CommandConfiguration(
        commandName: "typesafe-server read",
        abstract: "Reads pictures and prints their lines with role, confidence, place and text.",
        discussion: """
            Nothing is judged, sent or kept. The limits are the server's, from the same settings and environment variables.

            An annotated picture has a box around each line: grey for what belongs to the app or phone, blue for \
            messages received, green for the owner's own, violet for the conversation's frame. Words the reader is less \
            than 60 % sure of are boxed red, codes orange.

            The stages are what the reader sees before it reads: the strokes it found, the lines they make, and the lines \
            cut out as Tesseract gets them. docs/reading.md says how to read them.

            Exit codes: 0 all were read, 1 some were not (a line each on standard error says why), 64 wrong usage, \
            78 tessdata can't be used.
            """)

    @Argument(help: ArgumentHelp("Pictures; - is standard input.", valueName: "file"))
    var files: [String]

    @Flag(help: "Print a JSON object a picture, words included.")
    var json = false

    @Option(
        help: ArgumentHelp("Write FILE.annotated.png for each picture into this directory.", valueName: "dir")
    )
    var annotate: String?

    @Option(
        help: ArgumentHelp(
            "Write FILE.1-ink.png, FILE.2-lines.png and FILE.3-strips.png into this directory.",
            valueName: "dir")
    )
    var stages: String?

    @Option(
        help: ArgumentHelp(
            "Tesseract languages, joined by + (default: the text itself tells).", valueName: "names"))
    var languages: String?

    @Option(help: ArgumentHelp("Directory with *.traineddata.", valueName: "dir"))
    var tessdata: String?

    @Option(help: ArgumentHelp("Largest file, in bytes.", valueName: "number"))
    var bodyLimit: String?

    @Option(help: ArgumentHelp("Largest picture, in pixels.", valueName: "number"))
    var pixelLimit: String?

    @Option(help: ArgumentHelp("Seconds until the reading of a picture is stopped.", valueName: "number"))
    var scanTimeout: String?

    /// Never returns where the process must begin anew.
    static func start(_ arguments: [String]) {
        // Tesseract's threads slow each other down, and its library looks at the environment before `main`.
        if getenv("OMP_THREAD_LIMIT") == nil {
            setenv("OMP_THREAD_LIMIT", "1", 1)
            execv("/proc/self/exe", CommandLine.unsafeArgv)
        }
        main(arguments)
    }

    func run() throws {
        let settings: Settings
        do throws(SettingsError) {
            settings = try Settings(
                arguments: settingsArguments, environment: ProcessInfo.processInfo.environment)
        } catch {
            Self.complain("\(error)")
            throw ExitCode.validationFailure
        }
        var run: ReadRun
        do {
            run = try ReadRun(
                settings: settings.scans, languages: languages == nil ? [] : settings.scans.languages,
                inputs: files,
                annotations: annotate, stages: stages)
        } catch {
            Self.complain("the text reader can't start: \(error)")
            throw ExitCode(EX_CONFIG)
        }
        var failed = false
        for file in files {
            do throws(ReadFailure) {
                let picture = try run.read(file)
                let result = ReadResult(file: file, reading: picture.reading)
                print(json ? result.json : result.table)
                try run.annotate(picture)
                try run.writeStages(of: picture)
            } catch {
                Self.complain("\(PictureInput.displayName(file)): \(error)")
                failed = true
            }
        }
        if failed { throw ExitCode.failure }
    }

    /// As the server would be given them, so that it checks them.
    private var settingsArguments: [String] {
        let given: [(Setting, String?)] = [
            (.languages, languages), (.tessdata, tessdata), (.bodyLimit, bodyLimit),
            (.pixelLimit, pixelLimit), (.scanTimeout, scanTimeout),
        ]
        return given.flatMap { setting, value in value.map { [setting.flag, $0] } ?? [] }
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data("typesafe-server: \(line)\n".utf8))
    }
}
