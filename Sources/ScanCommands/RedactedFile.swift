import Foundation
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
        guard choices.count == names.count else { throw .usage("--cover is amounts, own, or amounts,own.") }
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
            picture.covered[kind].map { "\($0) \(name(of: kind, isOne: $0 == 1))" }
        }
        let covered =
            parts.isEmpty ? "nothing to cover was found" : "covered " + parts.joined(separator: ", ")
        guard picture.reduction > 1 else { return covered + ". Look at it before you pass it on." }
        return covered + "; it is \(picture.reduction) times smaller. Look at it before you pass it on."
    }

    private static func name(of kind: RedactedKind, isOne: Bool) -> String {
        switch kind {
        case .name: isOne ? "name" : "names"
        case .phone: isOne ? "telephone number" : "telephone numbers"
        case .email: isOne ? "mail address" : "mail addresses"
        case .address: isOne ? "postal address" : "postal addresses"
        case .account: isOne ? "account or other number" : "accounts and other numbers"
        case .code: isOne ? "code" : "codes"
        case .barcode: isOne ? "QR code or barcode" : "QR codes and barcodes"
        case .amount: isOne ? "amount" : "amounts"
        case .own: isOne ? "own message" : "own messages"
        case .picture: isOne ? "picture" : "pictures"
        case .unread: isOne ? "place that wasn't read" : "places that weren't read"
        }
    }
}
