import AtomicFile
import Foundation
import ScreenshotDetection
import Texts

/// Reads the inputs that the user names: files, folders and standard input.
enum InputFiles {
    /// Number of levels of subfolders that are searched. It bounds the search where folders form a loop.
    private static let depthLimit = 16
    /// Largest number of images that are scanned in a folder. It bounds the memory for their paths.
    private static let countLimit = 100_000
    /// Number of bytes that are read from a file in one step.
    private static let chunkSize = 1 << 20
    /// Size in bytes of the largest input that is read.
    static let sizeLimit = ScreenshotFinder.defaultSizeLimit

    /// Replaces folders by the images in them, and drops repeated files. The order is kept.
    static func expanded(_ arguments: [String], isRecursive: Bool) throws(CommandFailure) -> [String] {
        var files: [String] = []
        for argument in arguments {
            var status = stat()
            guard argument != "-", stat(argument.filePath, &status) == 0, isFolder(status) else {
                files.append(argument)
                continue
            }
            guard isRecursive else { throw .usage(.isFolder, ["folder": .text(argument)]) }
            files += pictures(in: argument)
        }
        var seen: Set<String> = []
        return files.filter { seen.insert($0).inserted }
    }

    /// Returns the files in a folder and its subfolders that begin like images, sorted by path. Links to folders aren't followed.
    /// - Parameter limit: largest number of files.
    static func pictures(in folder: String, limit: Int = countLimit) -> [String] {
        var found: [String] = []
        collect(URL(fileURLWithPath: folder).path, depthLimit, limit, into: &found)
        return found.sorted()
    }

    private static func collect(_ folder: String, _ depth: Int, _ limit: Int, into found: inout [String]) {
        for path in DirectoryListing.paths(in: folder) where found.count < limit {
            var status = stat()
            if lstat(path.filePath, &status) == 0, isFolder(status) {
                if depth > 0 { collect(path, depth - 1, limit, into: &found) }
            } else if ScreenshotFinder.isMeant(path) {
                found.append(path)
            }
        }
    }

    private static func isFolder(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFDIR }

    /// Reads a file of any kind, as the server decides which formats it can read. `-` is standard input.
    static func read(_ path: String, limit: Int = sizeLimit) throws(CommandFailure) -> Data {
        let content = try path == "-" ? standardInput(limit) : contents(path, limit)
        guard !content.isEmpty else { throw .file(name: path, .empty) }
        return content
    }

    private static func contents(_ path: String, _ limit: Int) throws(CommandFailure) -> Data {
        let descriptor = open(path.filePath, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(name: path, PictureFileError(code: errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, !isFolder(status) else {
            close(descriptor)
            throw .file(name: path, .notRegular)
        }
        return try readAll(
            FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), name: path, limit)
    }

    static func standardInputText() throws(CommandFailure) -> String {
        String(decoding: try standardInput(sizeLimit), as: UTF8.self)
    }

    private static func standardInput(_ limit: Int) throws(CommandFailure) -> Data {
        try CommandRunner.reading { () throws(CommandFailure) in
            try readAll(FileHandle.standardInput, name: UserTexts.say(.standardInput), limit)
        }
    }

    static func readAll(
        _ file: FileHandle, name: String, _ limit: Int = sizeLimit
    ) throws(CommandFailure) -> Data {
        var bytes = Data()
        do {
            while let chunk = try file.read(upToCount: chunkSize), !chunk.isEmpty {
                bytes += chunk
                if bytes.count > limit { break }
            }
        } catch {
            throw .file(name: name, .system(code: EIO))
        }
        guard bytes.count <= limit else { throw .file(name: name, .tooLarge(limit: limit)) }
        return bytes
    }
}
