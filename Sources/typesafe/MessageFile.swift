import ScamDetection
import Foundation

/// Reads the data sets whose paths stand on the command line.
enum MessageFile {
    static func messages(in paths: [String]) throws(Failure) -> [LabelledMessage] {
        var messages: [LabelledMessage] = []
        for path in paths {
            do throws(LabelledMessage.ReadError) {
                messages += try LabelledMessage.all(in: URL(fileURLWithPath: path))
            } catch {
                throw failure(error, path, expected: "text and label (scam, spam or legit)")
            }
        }
        return messages
    }

    static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    /// Reads the pictures of a folder. Pictures whose label no message can have are left out.
    static func pictures(in path: String) throws(Failure) -> [LabelledPicture] {
        do throws(LabelledMessage.ReadError) {
            let set = try LabelledPicture.all(in: URL(fileURLWithPath: path, isDirectory: true))
            if set.leftOut > 0 {
                StandardError.line("typesafe: \(path): left out, as their labels are others: \(set.leftOut)")
            }
            return set.pictures
        } catch {
            throw failure(error, path, expected: "file and label")
        }
    }

    private static func failure(
        _ error: LabelledMessage.ReadError, _ path: String, expected: String
    ) -> Failure {
        switch error {
        case .unreadable: .noInput(path)
        case .malformed(let line): .badInput("\(path):\(line): not a JSON object with \(expected)")
        case .duplicateID(let line): .badInput("\(path):\(line): this id came before")
        case .empty: .badInput("\(path): holds no messages")
        }
    }
}
