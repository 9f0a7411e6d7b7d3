import ArgumentParser
import AtomicFile
import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts

/// `typesafe watch`: waits for screenshots, and asks about them or scans them.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Wait for screenshots, and scan them.",
        discussion: """
            Examples:
              typesafe watch                      asks about each new screenshot
              typesafe watch --auto               scans each one
              typesafe watch --auto --ndjson      for programs: a JSON object a line
              typesafe watch --print-dirs         where it looks
              typesafe watch --auto --notify ntfy://ntfy.example/my-topic

            With --notify (or the setting notify) the level and kind of scam of each verdict that the desktop would show go to that
            topic of an ntfy server too, never the message. ntfy+http:// is for a server without TLS on one's own network.

            Ends with Ctrl-C (exit code 130), or with 2 where no folder can be read.
            """)

    @Flag(help: "Scan each screenshot without asking.")
    var auto = false

    @Option(
        name: .customLong("dir"),
        help: ArgumentHelp("Watch this folder instead of the system's; repeatable.", valueName: "folder"),
        completion: .directory)
    var folders: [String] = []

    @Flag(help: "Print the folders and whether they can be read.")
    var printDirs = false

    @Flag(help: "Look every few seconds only, and ask the kernel for nothing.")
    var polling = false

    @Flag(help: "Also ask about photos that a camera took.")
    var any = false

    @Flag(help: "No desktop notifications.")
    var noNotify = false

    @Option(
        help: ArgumentHelp(
            "Pass verdicts on to a phone: ntfy://HOST/TOPIC, or ntfy+http:// without TLS.", valueName: "topic"
        ))
    var notify: String?

    @Option(
        help: ArgumentHelp("A file with the topic's access token.", valueName: "file"), completion: .file())
    var notifyTokenFile: String?

    @Option(help: ArgumentHelp("Scans at once with --auto; as many as processor cores.", valueName: "number"))
    var jobs = ProcessInfo.processInfo.activeProcessorCount

    @OptionGroup var server: ServerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard BatchScan.jobsRange.contains(jobs) else {
            throw BatchScan.jobsRangeError
        }
        if output.json { throw ValidationError(.watchNDJSON) }
    }

    func run() async throws {
        try await CommandRunner.run {
            let context = try CommandContext(server)
            let folders = ScreenshotFolders.all(chosen: folders.isEmpty ? context.settings.folders : folders)
            if printDirs { return print(folders) }
            try check(folders, context)
            let ntfy = try NtfyTarget(notify, tokenFile: notifyTokenFile, context.settings)
            try? context.store.sweep()
            let waiting = context.settings.waitMinutes > 0 ? context.waiting : nil
            let watcher = try watcher(folders, context, auto ? waiting : nil)
            // Keys are read only where the user can also see the question.
            let isAsked = !auto && isatty(STDOUT_FILENO) == 1
            let session = WatchSession(
                context: context, folders: folders, printer: OutcomePrinter(output), watcher: watcher,
                keyboard: isAsked ? Keyboard() : nil, notifier: noNotify ? nil : DesktopNotifier(),
                ntfy: ntfy.map { NtfyNotifier($0) })
            if let waiting { await session.keep(waiting, jobs: jobs) }
            StandardError.line(
                UserTexts.say(.watching, ["folders": .text(folders.joined(separator: ", "))]))
            await withTaskCancellationHandler {
                if auto { await session.scanAll(jobs: jobs) } else { await session.promptAll() }
            } onCancel: {
                watcher.stop()
            }
            return .clean
        }
    }

    private func print(_ folders: [String]) -> CommandExit {
        Console(Terminal()).print(FolderAccess.of(folders).map { VisibleText.of($0.line) })
        return .clean
    }

    private func check(_ folders: [String], _ context: CommandContext) throws(CommandFailure) {
        guard auto || context.settings.prompts else {
            throw .usage(.promptsOff)
        }
        let access = FolderAccess.of(folders)
        let state = AuthorizationStatus(
            access, isConfigured: context.settings.isConfigured || !self.folders.isEmpty)
        switch state {
        case .authorized: return
        // The default folders may be created later, so the command continues.
        case .limited, .notDetermined: StandardError.line("typesafe: \(state.advice(access) ?? "")")
        case .denied: throw .usage(state.advice(access) ?? "")
        }
    }

    private func watcher(
        _ folders: [String], _ context: CommandContext, _ waiting: WaitingScreenshots?
    ) throws(CommandFailure) -> ScreenshotWatcher {
        var options = ScreenshotWatcher.Options(folders: folders, since: since(context))
        options.usesEvents = !polling
        options.includesPhotos = any
        do throws(POSIXError) {
            return try ScreenshotWatcher(options, seen: context.seen, waiting: waiting) { _ in
                StandardError.line(
                    "typesafe: " + UserTexts.say(.toldAgain, ["path": .text(context.files.state)]))
            }
        } catch {
            throw .usage(.cantWatch, ["reason": .text(String(cString: strerror(error.code.rawValue)))])
        }
    }

    /// Number of seconds before the start for which screenshots still count. After that the user has moved on to
    /// something else.
    private static let catchUp: TimeInterval = 30
    /// Seconds that are added for file systems with coarse dates: FAT stores even seconds only.
    private static let dateGranularity: TimeInterval = 2

    /// Returns the time from which on screenshots count that are there at the start: the end of the last run, but at most
    /// `catchUp` before now. A run that was killed leaves no end; what it had noticed is known by its content. Before the first
    /// run there was none to be continued.
    private func since(_ context: CommandContext) -> Date {
        let now = Date()
        let last = context.store.lastCheck
        if last == nil { try? context.store.setLastCheck(now) }
        return min(max(last ?? now, now - Self.catchUp), now) - Self.dateGranularity
    }
}

/// Where `watch` passes verdicts on to: a topic, and what opens it.
struct NtfyTarget: Sendable {
    /// Largest file in bytes that is read for a token. ntfy's tokens have 32 letters.
    private static let tokenFileLimit = 1_024
    private static let tokenLength = 1...256

    let topic: NtfyTopic
    /// The topic's access token; nil where anybody may write to it.
    let token: String?

    /// - Parameters:
    ///   - address: what the command line names; nil for the settings'.
    ///   - tokenFile: the same of the token's file.
    /// - Returns: nil where neither names a topic.
    /// - Throws: a failure where the address is none, or no token can be read.
    init?(
        _ address: String?, tokenFile: String?, _ settings: ClientSettings
    ) throws(CommandFailure) {
        let (stored, source) = settings.value(.notify)
        let file: String?
        if let address {
            guard let topic = NtfyTopic(address) else {
                throw .usage(
                    .settingRefused,
                    ["setting": "--notify", "accepted": .sentence(ClientSetting.notify.accepted)])
            }
            (self.topic, file) = (topic, tokenFile)
        } else if let topic = NtfyTopic(stored) {
            // A token is for the server that stands beside it, and is sent to no other one.
            let (path, tokenSource) = settings.value(.notifyTokenFile)
            (self.topic, file) = (topic, tokenFile ?? (tokenSource == source && !path.isEmpty ? path : nil))
        } else {
            if tokenFile != nil { throw .usage(.notifyNeeds) }
            return nil
        }
        if let file {
            guard let token = Self.token(in: file) else {
                throw .usage(.noNotifyToken, ["path": .text(file)])
            }
            self.token = token
        } else {
            token = nil
        }
    }

    /// Returns the one line of a file; nil where the file can't be read, or holds something else.
    private static func token(in path: String) -> String? {
        // A pipe that nobody writes to must not hold the command up.
        let descriptor = open(path.filePath, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.read(upToCount: tokenFileLimit + 1), data.count <= tokenFileLimit else {
            return nil
        }
        let token = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        let isToken =
            tokenLength.contains(token.utf8.count) && token.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isToken ? token : nil
    }
}
