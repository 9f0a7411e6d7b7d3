import Foundation
import Texts
import TypeSafeAPI
import TypeSafeClient

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
