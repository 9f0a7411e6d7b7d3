import AtomicFile
import Foundation
import ScanDocuments
import Texts
import TypeSafeAPI
import TypeSafeClient

/// A file that an option names, for something that is kept: it isn't lost to another one.
struct OutputFile: Sendable {
    let path: String
    /// The ending of its name in lower case, without a dot.
    let ending: String

    /// - Parameters:
    ///   - option: the option as the user writes it.
    ///   - endings: the endings that its name may have.
    init(_ path: String, of option: String, endings: [String]) throws(CommandFailure) {
        self.path = path
        ending = (path as NSString).pathExtension.lowercased()
        guard endings.contains(ending) else {
            throw .usage(
                .outputEnding,
                [
                    "option": .text(option),
                    "endings": .text(endings.map { "." + $0 }.joined(separator: " / ")),
                ])
        }
        guard access(path.filePath, F_OK) != 0 else { throw .usage(.outputExists, ["path": .text(path)]) }
    }

    func write(_ content: Data) throws(CommandFailure) {
        do throws(AtomicFileError) { try AtomicFile.replace(path, with: content) } catch {
            throw .store(path: path)
        }
    }
}

/// The file that `--record` names.
struct RecordFile: Sendable {
    private let file: OutputFile

    init(_ path: String) throws(CommandFailure) {
        file = try OutputFile(path, of: "--record", endings: ["html", "json"])
    }

    func write(_ response: ScanResponse, of pictures: [Data]) throws(CommandFailure) {
        let content =
            file.ending == "json"
            ? Data((JSONOutput.text(ScanRecord(response, pictures: pictures), isPretty: true) + "\n").utf8)
            : Data(RecordPage(UserTexts.current).html(response, pictures: pictures))
        try file.write(content)
    }
}

/// The picture that `--redacted` names.
struct RedactedFile: Sendable {
    private let file: OutputFile
    private let choices: [ScanForm.RedactChoice]

    /// - Parameter also: what `--cover` names; nil for nothing more than what is personal.
    init(_ path: String, also: String?) throws(CommandFailure) {
        file = try OutputFile(path, of: "--redacted", endings: ["png"])
        let names = (also ?? "").split(separator: ",").map(String.init)
        choices = names.compactMap { ScanForm.RedactChoice(rawValue: $0) }
        guard choices.count == names.count else { throw .usage(.coverValues) }
    }

    /// Has the picture covered, and writes it.
    func write(_ picture: Data, _ context: CommandContext) async throws(CommandFailure) {
        let redacted = try await context.server.call {
            [choices, options = context.options] client throws(ClientError) in
            try await client.redacted(image: picture, covering: choices, options: options)
        }
        try file.write(redacted.png)
        StandardError.line("\(file.path): \(Self.sentence(redacted))")
    }

    private static func sentence(_ picture: RedactedPicture) -> String {
        let parts = RedactedKind.allCases.compactMap { kind in
            picture.covered[kind].map {
                UserTexts.current.say(
                    Sentence(.commands, key: "covered-\(kind.rawValue)", ["count": .number($0)]))
            }
        }
        guard !parts.isEmpty else { return UserTexts.say(.nothingCovered) }
        return UserTexts.say(
            picture.reduction > 1 ? .coveredSmaller : .covered,
            ["things": .list(parts), "factor": .number(picture.reduction)])
    }
}
