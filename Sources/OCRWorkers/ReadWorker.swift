import CSandbox
import Foundation
import Glibc
import Imaging
import OCR
import Sockets

/// A reader process from the inside: takes its setup, shuts itself in, and reads one picture after the other until its
/// socket closes. What it says goes through the socket alone; its standard streams are /dev/null.
package enum ReadWorker {
    /// The argument that makes the server's program a reader. For nobody to type, and in no help.
    package static let mode = "read-worker"

    /// Standard streams, the socket, and a language's data being read; some to spare for libraries.
    private static let maxDescriptors: UInt64 = 32

    private enum ExitCode {
        static let done: Int32 = 0
        static let usage: Int32 = 64
        static let unavailable: Int32 = 69
        static let protocolError: Int32 = 76
        static let configuration: Int32 = 78
    }

    package static func run() -> Never { _exit(work()) }

    private static func work() -> Int32 {
        var status = stat()
        guard fstat(SB_SOCKET, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            return ExitCode.usage
        }
        let channel = FrameChannel(Descriptor(owning: SB_SOCKET))
        guard sb_die_with_parent() == 0, sb_drop_privileges() == 0 else { return ExitCode.unavailable }
        do {
            return try serve(channel)
        } catch is FrameError {
            // The parent closed the socket, or is gone.
            return ExitCode.done
        } catch {
            return ExitCode.protocolError
        }
    }

    private static func serve(_ channel: borrowing FrameChannel) throws -> Int32 {
        let setup = try WorkerSetup(decoding: channel.receive(limit: FrameLimit.setup, by: nil))
        // The kernel tells of a parent's end only from the moment it was asked to.
        guard getppid() == setup.parent else { return ExitCode.done }
        let reader: PictureReader
        let files: [String]
        do throws(OCRError) {
            let tessdata = try Tessdata(directory: URL(fileURLWithPath: setup.tessdata, isDirectory: true))
            files = tessdata.files
            reader = PictureReader(decoder: ImageDecoder(limits: setup.limits), tessdata: tessdata)
            try reader.warmUp(languages: setup.languages)
        } catch {
            try channel.send(WorkerGreeting.failed(error).encoded, by: nil)
            return ExitCode.configuration
        }
        guard shutIn(setup, files: files) else { return ExitCode.unavailable }
        try channel.send(WorkerGreeting.ready.encoded, by: nil)
        while true { try answer(channel, reader) }
    }

    private static func answer(_ channel: borrowing FrameChannel, _ reader: PictureReader) throws {
        let request = try WorkerRequest(decoding: channel.receive(limit: FrameLimit.setup, by: nil))
        let image = try channel.receive(limit: FrameChannel.maxLength, by: nil)
        let result = Result { () throws(ReadingError) in
            try reader.read(image, languages: request.languages, timeLimit: request.timeLimit)
        }
        let bytes = WorkerAnswer(result).encoded(number: request.number)
        let fits = bytes.count <= FrameLimit.answer
        try channel.send(
            fits ? bytes : WorkerAnswer.engineFailed.encoded(number: request.number), by: nil)
    }

    /// What is left is reading language data, computing, and the socket.
    private static func shutIn(_ setup: WorkerSetup, files: [String]) -> Bool {
        guard sb_limit_memory(UInt64(setup.memory)) == 0, sb_limit_descriptors(maxDescriptors) == 0 else {
            return false
        }
        var paths = files.map { UnsafePointer(strdup($0)) }
        paths.append(nil)
        // A kernel that can't, or a container that won't let it, is no reason not to scan.
        return [sb_limit_files(paths), sb_filter_system_calls()].allSatisfy { result in
            [0, -ENOSYS, -EOPNOTSUPP, -EINVAL, -EPERM, -EACCES].contains(result)
        }
    }
}

extension Tessdata {
    /// Its directory, and each language's own file: that may be a link to elsewhere.
    fileprivate var files: [String] {
        [directory.path] + languages.map { directory.appendingPathComponent("\($0).traineddata").path }
    }
}
