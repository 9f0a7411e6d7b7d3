import ArgumentParser
import AtomicFile
import Foundation
import Logging
import Outbound
import ScanService
import Storage

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

extension ServeCommand {
    /// Returns nil where scans are to have no followers.
    func makeFollowers(_ store: OpenStores?, _ pushes: PushFile?) -> FollowerOptions? {
        guard let store, let pushes, let followers = store.stores.followers else { return nil }
        var options = FollowerOptions(
            store: followers, sharing: store.stores.sharing, sender: PushSender(pushes.settings),
            secret: pushes.secret)
        options.isAlone = store.shared == nil
        return options
    }
}

/// `typesafe-server push`: makes the keys that pushes to followers need.
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Makes the keys that pushes to followers need.",
        discussion:
            "Exit codes: 0 done, 64 wrong usage, 69 the file can't be written, 78 it has no such key.",
        subcommands: [Keys.self, Secret.self])

    struct Keys: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract:
                "Prints the public key for Web Push; makes the private one where the file isn't there yet.",
            discussion: """
                The file is for `vapid` in the file of --push; only you can read it. A page passes the public key to pushManager.subscribe. \
                Keep the file: browsers that subscribed take no other key.
                """)

        @Argument(help: "File of the private key, in PEM.")
        var file: String

        func run() throws {
            if FileManager.default.fileExists(atPath: file) {
                guard let pem = try? String(contentsOfFile: file, encoding: .utf8),
                    let key = SigningKey(pem: pem)
                else { throw CommandFailure.configuration("\(file) has no key of P-256 in PEM") }
                return print(key.publicText)
            }
            let key = SigningKey()
            try PushCommand.write(key.pem + "\n", to: file)
            print(key.publicText)
        }
    }

    struct Secret: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes the key that seals followers' addresses where they are stored.",
            discussion: """
                The file is for `secret` in the file of --push; only you can read it. It has a key a line: the first one seals, and all open. To \
                replace the key put a new one above it, and take the old one out after a month.
                """)

        @Argument(help: "File that isn't there yet.")
        var file: String

        func run() throws {
            guard !FileManager.default.fileExists(atPath: file) else {
                throw CommandFailure.unavailable("\(file) is there already")
            }
            try PushCommand.write(PushSecret.newFile(), to: file)
        }
    }

    private static func write(_ text: String, to file: String) throws(CommandFailure) {
        do throws(AtomicFileError) {
            try AtomicFile.replace(file, with: Data(text.utf8), mode: 0o600)
        } catch {
            throw .unavailable("\(file): \(String(cString: strerror(error.code)))")
        }
    }
}
