import CSandbox
import Foundation
import Glibc
import Imaging
import OCR
import Sockets
import TextAnalysis

/// A reader process from the inside: takes its setup, shuts itself in, and reads one picture after the other until its
/// socket closes. What it says goes through the socket alone; its standard streams are /dev/null.
package enum ReadWorker {
    /// The argument that makes the server's program a reader. For nobody to type, and in no help.
    package static let mode = "read-worker"

    /// Standard streams, the socket, and a language's data being read; some to spare for libraries.
    private static let maxDescriptors: UInt64 = 32

    /// How long help is waited for at least.
    private static let leastPatience = Duration.milliseconds(200)

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
        // Or no wait would have a deadline.
        guard fcntl(SB_SOCKET, F_SETFL, O_NONBLOCK) == 0 else { return ExitCode.unavailable }
        let parent = Parent(FrameChannel(Descriptor(owning: SB_SOCKET)))
        guard sb_die_with_parent() == 0, sb_drop_privileges() == 0 else { return ExitCode.unavailable }
        do {
            return try serve(parent)
        } catch is FrameError {
            // The parent closed the socket, or is gone.
            return ExitCode.done
        } catch {
            return ExitCode.protocolError
        }
    }

    private static func serve(_ parent: Parent) throws -> Int32 {
        let setup = try WorkerSetup(decoding: parent.channel.receive(limit: FrameLimit.setup, by: nil))
        // The kernel tells of a parent's end only from the moment it was asked to.
        guard getppid() == setup.parent else { return ExitCode.done }
        let known: Languages
        do throws(LanguageError) {
            known = try Languages(directory: URL(fileURLWithPath: setup.languageFiles, isDirectory: true))
        } catch {
            // The parent has read the same files, so that only a change since then comes here.
            return ExitCode.configuration
        }
        let reader: ImageReader
        let files: [String]
        do throws(OCRError) {
            let tessdata = try Tessdata(directory: URL(fileURLWithPath: setup.tessdata, isDirectory: true))
            files = tessdata.files
            reader = ImageReader(
                decoder: ImageDecoder(limits: setup.limits), tessdata: tessdata, knownLanguages: known)
            try reader.warmUp(languages: setup.languages)
        } catch {
            try parent.channel.send(WorkerGreeting.failed(error).encoded, by: nil)
            return ExitCode.configuration
        }
        guard shutIn(setup, files: files) else { return ExitCode.unavailable }
        try parent.channel.send(WorkerGreeting.ready.encoded, by: nil)
        while true { try answer(parent, reader) }
    }

    private static func answer(_ parent: Parent, _ reader: ImageReader) throws {
        let head = try parent.channel.receive(limit: FrameLimit.answer, by: nil)
        // Help that came after its picture's time was up.
        if HelpAnswer.isOne(head) { return }
        let request = try WorkerRequest(decoding: head)
        let subject = try parent.channel.receive(limit: FrameChannel.maxLength, by: nil)
        let answer: WorkerAnswer
        if request.subject == .strips {
            var wire = WireReader(subject)
            let strips = try wire.strips()
            answer = WorkerAnswer(
                Result { () throws(ReadingError) in
                    .words(
                        try reader.read(
                            strips, languages: request.languages, timeLimit: request.timeLimit))
                })
        } else {
            answer = read(subject, for: request, parent, reader)
        }
        let bytes = answer.encoded(number: request.number)
        let fits = bytes.count <= FrameLimit.answer
        try parent.channel.send(
            fits ? bytes : WorkerAnswer.engineFailed.encoded(number: request.number), by: nil)
    }

    private static func read(
        _ image: [UInt8], for request: WorkerRequest, _ parent: Parent, _ reader: ImageReader
    ) -> WorkerAnswer {
        var sharing: WorkSharing?
        if request.subject == .helpedPicture {
            sharing = WorkSharing { strips in
                let started = ContinuousClock.now
                let question = WorkerAnswer.help(strips).encoded(number: request.number)
                // The parent takes no longer one, and would take this reader for confused.
                guard question.count <= FrameLimit.answer else { return { nil } }
                let asked: Void? = try? parent.channel.send(question, by: started + request.timeLimit)
                return {
                    // The other half takes about as long as this one did; what takes longer is in trouble.
                    let now = ContinuousClock.now
                    let patience = min(request.timeLimit, started.duration(to: now) * 2 + leastPatience)
                    return asked.flatMap {
                        parent.helpedReadings(of: strips, request.number, by: now + patience)
                    }
                }
            }
        }
        // The first update, and one for each further part of the lines: few enough to cost nothing.
        var told = -1
        let progress: LineProgress = { read, total in
            let step = total == 0 ? 0 : read * (WorkerAnswer.maxUpdates - 1) / total
            guard step > told else { return }
            told = step
            let update = WorkerAnswer.progress(read: read, of: total).encoded(number: request.number)
            // Where the parent is gone, the answer will find out.
            try? parent.channel.send(update, by: .now + request.timeLimit)
        }
        return WorkerAnswer(
            Result { () throws(ReadingError) in
                .reading(
                    try reader.read(
                        image, languages: request.languages, timeLimit: request.timeLimit, sharing: sharing,
                        progress: progress))
            })
    }

    /// The one end of the socket that a reader process has.
    private final class Parent {
        let channel: FrameChannel

        init(_ channel: consuming FrameChannel) { self.channel = channel }

        /// nil where nobody helped in time.
        func helpedReadings(
            of strips: [LineStrip], _ number: UInt64, by deadline: ContinuousClock.Instant
        ) -> [[Transcript.Word]]? {
            while let bytes = try? channel.receive(limit: FrameLimit.answer, by: deadline) {
                guard let answer = try? HelpAnswer(decoding: bytes, strips: strips) else { return nil }
                if answer.number == number { return answer.readings }
            }
            return nil
        }
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
