import AtomicFile
import Foundation
import ScanDocuments
import TypeSafeAPI

/// The file that `--record` names.
struct RecordFile: Sendable {
    private let path: String
    private let isJSON: Bool

    init(_ path: String) throws(CommandFailure) {
        self.path = path
        switch (path as NSString).pathExtension.lowercased() {
        case "html", "htm": isJSON = false
        case "json": isJSON = true
        default: throw .usage("--record writes a file that ends in .html or .json.")
        }
        // A record that somebody keeps isn't lost to another one.
        guard access(path, F_OK) != 0 else { throw .usage("\(path) is there already.") }
    }

    func write(_ response: ScanResponse, of pictures: [Data]) throws(CommandFailure) {
        let content =
            isJSON
            ? Data((JSONOutput.text(ScanRecord(response, pictures: pictures), isPretty: true) + "\n").utf8)
            : Data(RecordPage.html(response, pictures: pictures))
        do throws(AtomicFileError) { try AtomicFile.replace(path, with: content) } catch {
            throw .store(path: path)
        }
    }
}
