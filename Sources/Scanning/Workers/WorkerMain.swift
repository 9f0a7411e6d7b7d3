import CLinux
import Foundation
import Glibc
import Imaging
import OCR
import SystemSupport
import TextAnalysis

/// The program of a worker process: takes its setup, gives up its rights, and reads one image after the other until its socket
/// closes. It speaks through the socket only; its standard streams are `/dev/null`.
package enum WorkerMain {
    /// The hidden argument that makes the server's program a worker. Only the server itself passes it.
    package static let mode = "worker"

    /// Largest number of open descriptors: three streams, the socket, one file of language data at a time, and some for libraries.
    private static let maxDescriptors: UInt64 = 32

    /// The shortest time to wait for the lines that another worker reads, so that a short pause of that process loses no work.
    private static let leastPatience = Duration.milliseconds(200)

    /// Exit codes as in `sysexits.h`, for people who start a worker by hand.
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
        // `FrameChannel` waits with deadlines, which a blocking socket would ignore.
        guard fcntl(SB_SOCKET, F_SETFL, O_NONBLOCK) == 0 else { return ExitCode.unavailable }
        let parent = Parent(FrameChannel(Descriptor(owning: SB_SOCKET)))
        guard sb_die_with_parent() == 0, sb_drop_privileges() == 0 else { return ExitCode.unavailable }
        do {
            return try serve(parent)
        } catch is FrameError {
            // The parent has closed the socket, or it has ended.
            return ExitCode.done
        } catch {
            return ExitCode.protocolError
        }
    }

    private static func serve(_ parent: Parent) throws -> Int32 {
        let setup = try WorkerSetup(decoding: parent.channel.receive(limit: MessageLimit.setup, by: nil))
        // If the parent ended before `sb_die_with_parent`, the kernel did not end this worker with it.
        guard getppid() == setup.parent else { return ExitCode.done }
        let known: Languages
        do throws(LanguageError) {
            known = try Languages(directory: URL(fileURLWithPath: setup.languageFiles, isDirectory: true))
        } catch {
            // The parent has read the same files. They must have changed since.
            return ExitCode.configuration
        }
        let reader: ImageReader
        let files: [String]
        do throws(OCRError) {
            let tessdata = try Tessdata(directory: URL(fileURLWithPath: setup.tessdata, isDirectory: true))
            let lineModel =
                setup.lineModel.isEmpty
                ? nil : try Tessdata(directory: URL(fileURLWithPath: setup.lineModel, isDirectory: true))
            files = tessdata.files + (lineModel?.files ?? [])
            reader = ImageReader(
                decoder: ImageDecoder(limits: setup.limits), tessdata: tessdata, lineModel: lineModel,
                knownLanguages: known, processorTime: setup.processorTime)
            try reader.warmUp(languages: setup.languages)
        } catch {
            try parent.channel.send(WorkerGreeting.failed(error).encoded, by: nil)
            return ExitCode.configuration
        }
        guard let protections = dropRights(setup, files: files) else { return ExitCode.unavailable }
        // As a user without rights, the worker may not reach what the server could list.
        if let hidden = files.first(where: { !canOpen($0) }) {
            let failure = OCRError.initialisationFailed(languages: [hidden])
            try parent.channel.send(WorkerGreeting.failed(failure).encoded, by: nil)
            return ExitCode.configuration
        }
        try parent.channel.send(WorkerGreeting.ready(protections).encoded, by: nil)
        while true { try answer(parent, reader, processorTime: setup.processorTime) }
    }

    private static func canOpen(_ path: String) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        return file >= 0 && close(file) == 0
    }

    private static func answer(
        _ parent: Parent, _ reader: ImageReader, processorTime: Duration
    ) throws {
        let head = try parent.channel.receive(limit: MessageLimit.answer, by: nil)
        // The reply to an earlier image's offer may come after that image was answered.
        if SharingReply.isReply(head) { return }
        let request = try WorkerRequest(decoding: head)
        let subject = try parent.channel.receive(limit: FrameChannel.maxLength, by: nil)
        let strips = request.subject == .strips ? try [LineStrip](decoding: subject) : nil
        let order = request.subject == .redaction ? try RedactionOrder(decoding: subject) : nil
        // The clock bounds an image's time between the steps of its reading; the kernel bounds the work of each, without looking.
        guard sb_limit_processor_time(UInt64(processorTime / .milliseconds(1))) == 0 else {
            throw FrameError.closed
        }
        defer { _ = sb_limit_processor_time(0) }
        let answer: WorkerAnswer
        do throws(ScanError) {
            if let strips {
                answer = .words(
                    try reader.read(strips, languages: request.languages, timeLimit: request.timeLimit))
            } else if let order {
                answer = .redacted(try reader.redact(order.image, order.plan, timeLimit: request.timeLimit))
            } else {
                answer = .reading(try read(subject, for: request, parent, reader))
            }
        } catch {
            answer = .failure(error)
        }
        let bytes = answer.encoded(number: request.number)
        let fits = bytes.count <= MessageLimit.answer
        try parent.channel.send(
            fits ? bytes : WorkerAnswer.failure(.engineFailed).encoded(number: request.number), by: nil)
    }

    private static func read(
        _ image: [UInt8], for request: WorkerRequest, _ parent: Parent, _ reader: ImageReader
    ) throws(ScanError) -> Reading {
        let sharing = request.subject == .shareableImage ? sharing(for: request, parent) : nil
        // An update is sent when the lines are found, and one for each further 32nd of them: few enough to cost nothing.
        var lastStep = -1
        return try reader.read(
            image, languages: request.languages, timeLimit: request.timeLimit, sharing: sharing
        ) { read, total in
            let step = total == 0 ? 0 : read * (WorkerAnswer.maxUpdates - 1) / total
            guard step > lastStep else { return }
            lastStep = step
            let update = WorkerAnswer.progress(read: read, of: total).encoded(number: request.number)
            // If the parent has gone, sending the answer will show it.
            try? parent.channel.send(update, by: .now + request.timeLimit)
        }
    }

    /// Returns work sharing that offers lines to the parent, which lets another worker read them.
    private static func sharing(for request: WorkerRequest, _ parent: Parent) -> WorkSharing {
        WorkSharing { strips in
            let started = ContinuousClock.now
            let offer = WorkerAnswer.offer(strips).encoded(number: request.number)
            // The parent would take a longer message for a protocol error.
            guard offer.count <= MessageLimit.answer else { return { nil } }
            let sent: Void? = try? parent.channel.send(offer, by: started + request.timeLimit)
            return {
                // The other half of the lines takes about as long as this worker's own half did. Twice that time means
                // trouble.
                let now = ContinuousClock.now
                let patience = min(request.timeLimit, started.duration(to: now) * 2 + leastPatience)
                return sent.flatMap { parent.reply(to: strips, request.number, by: now + patience) }
            }
        }
    }

    /// The connection to the parent: this worker's end of the socket.
    private final class Parent {
        let channel: FrameChannel

        init(_ channel: consuming FrameChannel) { self.channel = channel }

        /// Waits for the words of lines that were offered; nil if nobody read them in time.
        func reply(
            to strips: [LineStrip], _ number: UInt64, by deadline: ContinuousClock.Instant
        ) -> [[Transcript.Word]]? {
            while let bytes = try? channel.receive(limit: MessageLimit.answer, by: deadline) {
                guard let reply = try? SharingReply(decoding: bytes, strips: strips) else { return nil }
                if reply.number == number { return reply.readings }
            }
            return nil
        }
    }

    /// Leaves the process nothing but language data to read, memory to compute in, and its socket.
    /// - Returns: what of that took hold. A kernel that lacks some of it, or a container that forbids it, is no reason not to scan,
    ///   unless the server says so. Nil if the worker can't go on.
    private static func dropRights(_ setup: WorkerSetup, files: [String]) -> WorkerProtections? {
        var paths = files.map { UnsafePointer(strdup($0)) }
        paths.append(nil)
        var protections = WorkerProtections()
        if sb_separate(paths) == 0 { protections.held.formUnion([.files, .network]) }
        if sb_become_nobody() == 0 { protections.held.insert(.user) }
        if sb_drop_capabilities() == 0 { protections.held.insert(.capabilities) }
        // The server may have ended before `sb_drop_capabilities` asked again to end with it.
        guard getppid() == setup.parent,
            sb_limit_memory(UInt64(setup.memory)) == 0, sb_limit_descriptors(maxDescriptors) == 0
        else { return nil }
        protections.held.insert(.limits)
        let landlock = sb_limit_files(paths)
        if landlock > 0 {
            protections.held.insert(.landlock)
            protections.landlockVersion = Int(landlock)
        }
        if sb_filter_system_calls() == 0 { protections.held.insert(.systemCalls) }
        return protections
    }
}

extension Tessdata {
    /// The directory of the language data, and each language's own file, which may be a link into another directory.
    fileprivate var files: [String] {
        [directory.path] + languages.map { directory.appendingPathComponent("\($0).traineddata").path }
    }
}
