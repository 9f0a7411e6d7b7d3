import Evaluation
import Foundation

/// Data sets named on the command line.
enum MessageFile {
    static func messages(in paths: [String]) throws(Failure) -> [LabelledMessage] {
        var messages: [LabelledMessage] = []
        for path in paths {
            do throws(LabelledMessage.ReadError) {
                messages += try LabelledMessage.all(in: URL(fileURLWithPath: path))
            } catch {
                switch error {
                case .unreadable: throw .noInput(path)
                case .malformed(let line):
                    throw .badInput(
                        "\(path):\(line): not a JSON object with text and label (scam, spam or legit)")
                case .duplicateID(let line): throw .badInput("\(path):\(line): this id came before")
                case .empty: throw .badInput("\(path): holds no messages")
                }
            }
        }
        return messages
    }
}
