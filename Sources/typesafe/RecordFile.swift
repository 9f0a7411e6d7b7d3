import Foundation
import ScanDocuments
import TypeSafeAPI

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
