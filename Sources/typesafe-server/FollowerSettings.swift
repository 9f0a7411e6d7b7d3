import ArgumentParser
import Foundation
import Logging
import Outbound

/// How followers of scans are told.
struct FollowerSettings: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "YAML file with the keys for telling followers of scans, see docs/phone.md [scans have no followers]",
            valueName: "file"))
    var push: String?

    /// Reads the keys; nil where scans are to have no followers.
    /// - Parameter transfer: how webhooks are sent, which holds for pushes too.
    func pushes(_ transfer: TransferSettings, _ logger: Logger) throws(CommandFailure) -> PushFile? {
        guard let path = push, !path.isEmpty else { return nil }
        let file: PushFile
        do throws(PushFileError) {
            file = try PushFile(contentsOf: URL(fileURLWithPath: path), transfer: transfer)
        } catch {
            throw .configuration("\(path) \(error)")
        }
        for key in file.keyFiles where Self.isOpenToOthers(key) {
            logger.warning("others may read a key of pushes", metadata: ["file": "\(key.path)"])
        }
        return file
    }

    private static func isOpenToOthers(_ file: URL) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o007 != 0
    }
}
