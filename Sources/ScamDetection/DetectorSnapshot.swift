import AtomicFile
package import Foundation
import TextAnalysis

/// A file with the compiled rules, the lexicon and the languages, from which a detector is ready in a tenth of the time that their own
/// files take (docs/adr/0010-loading.md). It belongs in a folder for caches: whoever deletes it loses nothing.
///
/// It counts only for exactly the files and the program that it was made of. Whatever is wrong with it, it is ignored and made anew.
package struct DetectorSnapshot: Sendable {
    /// Begins each snapshot. The order of the machine's bytes shows in it.
    private static let mark: UInt64 = 0x7459_7065_5361_6601
    /// Seconds for which the files must have been left alone: what is changed twice within the file system's smallest step of time may
    /// look unchanged.
    package static let settlingTime = 2

    package let path: String
    /// The folder of the rules, whose settings and text model are always read from their own files.
    private let rules: URL
    private let settling: Int
    /// Taken before the files are read, so that what is changed meanwhile is noticed at the next start. Nil where they can't be looked at.
    let stamp: SourceStamp?

    /// - Parameters:
    ///   - cache: the folder for the snapshot. It is made when it is needed.
    ///   - program: the program's own file. Another build may understand the same files otherwise.
    package init(
        cache: String, rules: URL, lexicon: URL, languages: URL, program: URL, settling: Int = settlingTime
    ) {
        let folders = [rules, lexicon, languages].map(\.path)
        self.rules = rules
        self.settling = settling
        let name = ByteHash((folders + [program.path]).joined(separator: "\n").utf8).value
        path = "\(cache)/rules-\(String(name, radix: 16)).snapshot"
        stamp = SourceStamp(folders: folders, files: [program.path])
    }

    /// The detector of the snapshot, or else of the files, of which the snapshot is then made. It is for judging only: its rules may lack
    /// what judging doesn't need, such as their examples.
    /// - Parameter load: reads the files of the snapshot's folders.
    package func detector<Failure: Error>(
        orElse load: () throws(Failure) -> ScamDetector
    ) throws(Failure) -> ScamDetector {
        if let detector = try? saved() { return detector }
        let detector = try load()
        save(detector)
        return detector
    }

    /// - Throws: an error where there is no snapshot of these files, or it is damaged.
    func saved() throws -> ScamDetector {
        // Only the user may have written it, as `save` makes it.
        var reader = try SnapshotReader(path) { $0.st_uid == geteuid() && $0.st_mode & 0o022 == 0 }
        guard let stamp, try reader.numbers() == [Self.mark, stamp.digest] else { throw SnapshotError() }
        let detector = try ScamDetector(
            from: &reader, settings: ScoringSettings(directory: rules), textModel: TextModel(directory: rules)
        )
        try reader.finish()
        return detector
    }

    /// Writes the snapshot. Where that fails, the next start takes as long as this one.
    private func save(_ detector: ScamDetector) {
        guard let stamp, stamp.lastChange + settling <= Int(Date().timeIntervalSince1970) else { return }
        let folder = (path as NSString).deletingLastPathComponent
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try? AtomicFile.replace(path, with: Data(Self.bytes(of: detector, stamp)), isSynced: false)
    }

    static func bytes(of detector: ScamDetector, _ stamp: SourceStamp) -> [UInt8] {
        var writer = SnapshotWriter()
        writer.numbers([mark, stamp.digest])
        detector.write(to: &writer)
        return writer.bytes
    }
}

/// What tells whether files have changed, without reading them: the name, device, number, size and times of each. The time of an inode's
/// last change can't be set by programs, and a file that is replaced has another number.
struct SourceStamp: Equatable {
    private(set) var digest: UInt64 = 0
    /// The last change of any of the files, in seconds since 1970.
    private(set) var lastChange = 0

    /// The most files, and the deepest folder in a folder, that are looked at.
    private static let mostFiles = 1 << 16
    private static let deepest = 4
    private var count = 0

    /// - Parameters:
    ///   - folders: all files in them count, those in folders in them as well.
    ///   - files: further files.
    /// - Returns: nil where one of them can't be looked at, or there are too many.
    init?(folders: [String], files: [String]) {
        for (number, folder) in folders.enumerated() {
            guard addFiles(of: folder, as: "\(number)", depth: 0) else { return nil }
        }
        for (number, file) in files.enumerated() {
            var status = stat()
            guard stat(file, &status) == 0 else { return nil }
            add(status, named: "\(number)")
        }
    }

    private mutating func addFiles(of folder: String, as name: String, depth: Int) -> Bool {
        guard depth <= Self.deepest, let directory = opendir(folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let file = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if file.hasPrefix(".") { continue }
            var status = stat()
            guard fstatat(dirfd(directory), file, &status, 0) == 0, count < Self.mostFiles else {
                return false
            }
            if status.st_mode & S_IFMT == S_IFDIR {
                guard addFiles(of: "\(folder)/\(file)", as: "\(name)/\(file)", depth: depth + 1) else {
                    return false
                }
            } else {
                add(status, named: "\(name)/\(file)")
            }
        }
        return true
    }

    /// The order in which a folder lists its files doesn't matter, as their digests are added up.
    private mutating func add(_ status: stat, named name: String) {
        var hash = ByteHash(name.utf8)
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        for number in [
            Int(status.st_dev), Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), modified.tv_sec,
            modified.tv_nsec, changed.tv_sec, changed.tv_nsec,
        ] {
            withUnsafeBytes(of: number) { for byte in $0 { hash.append(byte) } }
        }
        digest &+= hash.value
        lastChange = max(lastChange, changed.tv_sec)
        count += 1
    }
}
