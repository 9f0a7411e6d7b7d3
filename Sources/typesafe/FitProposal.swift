import ScamDetection
import Foundation
import TypeSafeAPI

/// Messages from feedback that their operator proposes to fit the rules with again, as a file for `rules fit --messages`.
struct FitProposal {
    let path: String

    /// The source of these messages in a fit, which bounds what they count for together.
    private static let source = "feedback"
    /// The file holds people's messages, so only its owner may read it.
    private static let mode: mode_t = 0o600

    private struct Line: Encodable {
        var id: String
        var text: String
        var label: LabelledMessage.Label
        var source: String
    }

    /// The messages of the file; none where it doesn't exist or is empty.
    func messages() throws(Failure) -> [LabelledMessage] {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return [] }
        return status.st_size == 0 ? [] : try MessageFile.messages(in: [path])
    }

    /// Adds a message with the label that it should have.
    /// - Returns: false where the file held it before.
    func add(_ entry: ReviewEntry, text: String) throws(Failure) -> Bool {
        let id = "\(Self.source)-\(entry.id.uuidString.lowercased())"
        if try messages().contains(where: { $0.id == id }) { return false }
        let line = Line(
            id: id, text: text, label: entry.shouldBe == .scam ? .scam : .legit, source: Self.source)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(line) else { throw .cannotWrite(path) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, Self.mode)
        guard descriptor >= 0 else { throw .cannotWrite(path) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            // A line that was cut off, or written by hand, may lack its end.
            let size = try file.seekToEnd()
            if size > 0 { try file.seek(toOffset: size - 1) }
            let endsLine = try size == 0 || file.read(upToCount: 1) == Data([0x0A])
            try file.write(contentsOf: (endsLine ? Data() : Data([0x0A])) + json + Data([0x0A]))
        } catch {
            throw .cannotWrite(path)
        }
        return true
    }
}
