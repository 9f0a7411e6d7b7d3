import Foundation
import ScreenshotDetection

/// The user's choice of the program that opens a kind of link, as `xdg-mime default` writes it into files named `mimeapps.list`
/// (MIME Applications Specification 1.0).
struct HandlerChoice {
    let type: String
    /// File name of the desktop entry.
    let entry: String

    /// Largest file in bytes that is read: far more than a desktop with all its programs writes.
    private static let sizeLimit = 1 << 20

    /// Makes the choice with `xdg-mime`, which knows where each desktop looks.
    /// - Returns: whether that worked.
    func make() async -> Bool {
        // `xdg-mime` starts tools of the desktop. They normally end within a second and print a few words.
        guard let program = Subprocess.find("xdg-mime") else { return false }
        return await Subprocess.output(
            of: program, ["default", entry, type], within: .seconds(10), sizeLimit: 65_536) != nil
    }

    /// Takes the choice back in every such file, and leaves all other choices as they are.
    func takeBack(_ folders: BaseDirectories) throws(CommandFailure) {
        for folder in [folders.configuration, folders.data + "/applications"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for name in names.sorted() where name.hasSuffix("mimeapps.list") {
                try takeBack(in: URL(fileURLWithPath: folder).appendingPathComponent(name))
            }
        }
    }

    private func takeBack(in file: URL) throws(CommandFailure) {
        let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        guard size <= Self.sizeLimit, let text = try? String(contentsOf: file, encoding: .utf8) else {
            return
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let kept = lines.compactMap { line -> String? in
            guard line.hasPrefix(type + "=") else { return String(line) }
            let others = line.dropFirst(type.count + 1).split(separator: ";").filter { $0 != entry }
            return others.isEmpty ? nil : type + "=" + others.map { $0 + ";" }.joined()
        }
        guard kept != lines.map(String.init) else { return }
        do {
            if kept.allSatisfy({ $0.isEmpty || $0.hasPrefix("[") }) {
                try FileManager.default.removeItem(at: file)
            } else {
                try Data(kept.joined(separator: "\n").utf8).write(to: file, options: .atomic)
            }
        } catch {
            throw .store(path: file.path)
        }
    }
}
