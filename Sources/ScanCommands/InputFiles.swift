import Foundation
import ScreenshotDetection

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reading what the user named: files, folders, standard input, the clipboard.
enum InputFiles {
    /// Folders deeper than this are a loop or no screenshots.
    private static let depthLimit = 16
    private static let countLimit = 100_000
    static let sizeLimit = ScreenshotFetch.usualSizeLimit

    /// The files that the arguments stand for, each once, in their order.
    static func expanded(_ arguments: [String], isRecursive: Bool) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for argument in arguments {
            var status = stat()
            guard argument != "-", stat(argument, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                files.append(argument)
                continue
            }
            guard isRecursive else { throw .usage("\(argument) is a folder; -r scans what is in it.") }
            files += pictures(in: argument)
        }
        var seen: Set<String> = []
        return files.filter { seen.insert($0).inserted }
    }

    /// Regular files that begin as pictures do; links aren't followed.
    private static func pictures(in folder: String) -> [String] {
        guard
            let walk = FileManager.default.enumerator(
                at: URL(fileURLWithPath: folder), includingPropertiesForKeys: [.isRegularFileKey],
                options: [.skipsHiddenFiles])
        else { return [] }
        var found: [String] = []
        for case let url as URL in walk {
            if walk.level > depthLimit { walk.skipDescendants() }
            guard found.count < countLimit else { break }
            if ScreenshotFetch.beginsAsImage(url.path) { found.append(url.path) }
        }
        return found.sorted()
    }

    /// A file's bytes, whatever it is: the server tells what it reads.
    static func read(_ path: String) throws(CommandFailure) -> Data {
        if path == "-" { return try readAll(FileHandle.standardInput, name: "standard input") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(name: path, PictureFileError(code: errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            close(descriptor)
            throw .file(name: path, .notRegular)
        }
        return try readAll(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), name: path)
    }

    static func readAll(_ file: FileHandle, name: String) throws(CommandFailure) -> Data {
        var bytes = Data()
        do {
            while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty {
                bytes += chunk
                if bytes.count > sizeLimit { break }
            }
        } catch {
            throw .file(name: name, .system(code: EIO))
        }
        guard bytes.count <= sizeLimit else { throw .file(name: name, .tooLarge(limit: sizeLimit)) }
        return bytes
    }
}
