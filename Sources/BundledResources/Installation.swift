package import Foundation

/// Where this program lies, and what was installed with it: `bin/typesafe`, `bin/typesafe-server` and `share/typesafe` of one folder.
package enum Installation {
    /// The product's version, which is also that of `openapi.yaml`.
    package static let version = "0.2.0"

    /// The version, and the commit that the program was built from where `make` knew it.
    package static let versionAndCommit: String = {
        let folders = [data, program.deletingLastPathComponent()].compactMap { $0 }
        let commits = folders.compactMap {
            try? String(contentsOf: $0.appendingPathComponent("commit"), encoding: .utf8)
        }
        let commit = commits.first?.prefix(while: \.isHexDigit) ?? ""
        return commit.isEmpty ? version : "\(version) (\(commit))"
    }()

    /// The program's file, without symbolic links, so that a link in another folder finds the data as well.
    package static let program = (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
        .resolvingSymlinksInPath()

    /// The folder with the data of an installed program; nil for one that was only built.
    package static let data: URL? = {
        let folder = program.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("share/typesafe", isDirectory: true)
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    /// Another program of the product, in the folder of this one; nil where it isn't there.
    package static func sibling(_ name: String) -> String? {
        let path = program.deletingLastPathComponent().appendingPathComponent(name).path
        return access(path, X_OK) == 0 ? path : nil
    }
}
