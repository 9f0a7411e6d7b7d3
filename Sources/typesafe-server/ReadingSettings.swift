import ArgumentParser
import Foundation

/// The flags that say how pictures are read and judged.
struct ReadingSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Tesseract languages read first if a scan names none, joined by +; other installed languages are tried where these don't fit",
            valueName: "names"))
    var languages: LanguageList = .english

    @OptionGroup var files: ReadingFileSettings

    @Option(
        help: ArgumentHelp(
            "language of answers to whoever asks for none, such as fr or zh-Hant", valueName: "tag"))
    var language = "en"

    @Option(help: ArgumentHelp("directory with the rules [shipped]", valueName: "dir"))
    var rules: String?

    @Option(help: ArgumentHelp("directory with the lexicon [shipped]", valueName: "dir"))
    var lexicon: String?

    @Option(
        help: ArgumentHelp(
            "worker processes, which is the number of pictures read at once [processor cores]",
            valueName: "number"),
        transform: { try number($0, in: 1...256) })
    var workers: Int?

    @Option(
        help: ArgumentHelp(
            "serve only if workers can give up all rights that matter (exit code 77 if not)",
            valueName: "bool"))
    var requireSandbox = false

    var workerCount: Int { workers ?? ProcessInfo.processInfo.activeProcessorCount }
}

/// The flags of files that `serve` and `read` share.
struct ReadingFileSettings: ParsableArguments {
    @Option(help: ArgumentHelp("directory with *.traineddata [Tesseract's own]", valueName: "dir"))
    var tessdata: String?

    @Option(
        name: .customLong("limits"),
        help: ArgumentHelp("YAML file with limits, see docs/settings.md [none]", valueName: "file"))
    var limitsFile: String?

    func limits() throws(CommandFailure) -> Limits {
        guard let limitsFile, !limitsFile.isEmpty else { return Limits() }
        return try Limits(contentsOf: limitsFile)
    }
}

/// Names of Tesseract languages, such as `eng+deu`.
struct LanguageList: ExpressibleByArgument, CustomStringConvertible {
    let names: [String]

    static let english = LanguageList(names: ["eng"])

    private init(names: [String]) {
        self.names = names
    }

    init?(argument: String) {
        names = argument.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        if names.contains("") { return nil }
    }

    var description: String { names.joined(separator: "+") }
    var defaultValueDescription: String { description }
}

extension String {
    var directoryURL: URL { URL(fileURLWithPath: self, isDirectory: true) }
}
