import Foundation
import ScanDocuments
import ScreenshotDetection
import Texts
import TypeSafeAPI

#if os(Linux)
    import SystemSupport
#endif

/// One run of `typesafe watch`. It takes new screenshots from the watcher, asks about them or scans them, and prints
/// the verdicts. No step blocks another: while a question is open or a scan runs, keys and further screenshots are
/// still handled.
actor WatchSession {
    static let prompt = UserTexts.say(.prompt)
    /// The keys that answer. The last words are left out where they don't fit into a line.
    private static let keys = UserTexts.say(.promptKeys)
    private static let furtherKeys = UserTexts.say(.promptFurtherKeys)
    /// Seconds until a question without an answer disappears. They suffice to finish a sentence first.
    static let promptSeconds = 15
    /// Time without work after which unused memory is released. During a series of screenshots the memory is kept,
    /// because releasing it makes the next scan slower.
    private static let memoryReleaseDelay = Duration.seconds(5)

    private struct OpenPrompt {
        let id: String
        let screenshot: PictureReference
        let path: String
        let timer: Task<Void, Never>
        /// The task that asks on the desktop. Cancelling it removes the notification.
        var desktopQuestion: Task<Void, Never>?
    }

    private let context: CommandContext
    private let folders: [String]
    private let printer: OutcomePrinter
    private let watcher: ScreenshotWatcher
    private let keyboard: Keyboard?
    private let notifier: DesktopNotifier?
    /// Passes verdicts on to the person's phone; nil where no topic is named.
    private let ntfy: NtfyNotifier?
    /// Keeps what the server can't take; nil where nothing waits, by the setting `wait-minutes`.
    private var backlog: Backlog?
    private var openPrompt: OpenPrompt?
    private var picker: ScreenshotPicker?
    private var tasks: [UUID: Task<Void, Never>] = [:]
    private var memoryRelease: Task<Void, Never>?

    init(
        context: CommandContext, folders: [String], printer: OutcomePrinter, watcher: ScreenshotWatcher,
        keyboard: Keyboard?, notifier: DesktopNotifier?, ntfy: NtfyNotifier? = nil
    ) {
        self.context = context
        self.folders = folders
        self.printer = printer
        self.watcher = watcher
        self.keyboard = keyboard
        self.notifier = notifier
        self.ntfy = ntfy
    }

    /// Lets screenshots wait for the server. It must be called before scanning starts.
    func keep(_ waiting: WaitingScreenshots, jobs: Int) async {
        let backlog = Backlog(context, waiting, jobs: jobs) {
            await self.show($0)
            if let response = $0.response { await self.notify(response) }
        } tell: {
            await self.tell($0)
        } rest: {
            await self.scheduleMemoryRelease()
        }
        self.backlog = backlog
        await backlog.start()
    }

    /// Scans every new screenshot, at most `jobs` at once, until the watcher stops.
    nonisolated func scanAll(jobs: Int) async {
        await scheduleMemoryRelease()
        await withDiscardingTaskGroup { group in
            for _ in 0..<jobs {
                group.addTask {
                    while let screenshot = await self.watcher.next() { await self.scan(screenshot) }
                }
            }
        }
        await finish()
    }

    func promptAll() async {
        scheduleMemoryRelease()
        if let keyboard {
            startTask { for await key in keyboard.keys { await self.press(key) } }
        }
        while let screenshot = await watcher.next() { ask(screenshot) }
        closePrompt()
        keyboard?.restore()
        await finish()
    }

    private func scan(_ screenshot: DetectedScreenshot) async {
        let notification = post(screenshot)
        let outcome: ScanOutcome
        if let backlog {
            guard let judged = await backlog.scan(screenshot) else { return }
            outcome = judged
        } else {
            outcome = await context.scan(
                screenshot.picture.content, name: screenshot.picture.path, origin: .auto,
                picture: screenshot.hash)
        }
        show(outcome)
        backlog?.finish(screenshot.hash)
        // Of several screenshots in a row, only the first causes a notification. A high risk always causes one.
        if let response = outcome.response, notification != nil || response.riskLevel == .high {
            notify(response)
        }
    }

    /// Shows a verdict on the desktop that comes late, or without a question before it, and passes it on.
    private func notify(_ response: ScanResponse) {
        ntfy?.pass(response)
        guard let notifier else { return }
        startTask { await notifier.notify(response) }
    }

    private func tell(_ sentence: String) {
        StandardError.line("typesafe: \(VisibleText.of(sentence))")
        scheduleMemoryRelease()
    }

    private func show(_ outcome: ScanOutcome) {
        printer.printOne(outcome)
        scheduleMemoryRelease()
    }

    /// Returns the memory of code that only starting and scanning needed: docs/adr/0008-memory-while-waiting.md.
    private func scheduleMemoryRelease() {
        #if os(Linux)
            memoryRelease?.cancel()
            memoryRelease = Task {
                guard (try? await Task.sleep(for: Self.memoryReleaseDelay)) != nil else { return }
                ProcessLimits.unmapCode()
            }
        #endif
    }

    /// Records the screenshot for other processes, and prints it as an event.
    /// - Returns: nil within 5 s of the previous screenshot. Where the store can't be written, the user is asked all
    ///   the same.
    private func post(_ screenshot: DetectedScreenshot) -> ScreenshotNotification? {
        let notification: ScreenshotNotification?
        do {
            notification = try context.store.post(screenshot.reference)
        } catch {
            notification = ScreenshotNotification(screenshot.reference, now: Date())
        }
        if let notification, printer.printsEvents {
            printer.console.print([
                JSONOutput.text(NotificationJSON(notification, source: screenshot.source))
            ])
        }
        return notification
    }

    private func ask(_ screenshot: DetectedScreenshot) {
        guard let notification = post(screenshot) else { return }
        closePrompt()
        let id = notification.id
        let timer = Task {
            guard (try? await Task.sleep(for: .seconds(Self.promptSeconds))) != nil else { return }
            self.answer(id, .dismiss)
        }
        openPrompt = OpenPrompt(
            id: id, screenshot: screenshot.reference, path: screenshot.picture.path, timer: timer)
        if keyboard != nil {
            printer.console.show(prompt: Self.prompt + Self.keys, orLonger: Self.furtherKeys)
        } else if notifier == nil {
            printLinkInstruction()
        }
        guard let notifier else { return }
        openPrompt?.desktopQuestion = startTask {
            switch await notifier.ask(for: Self.promptSeconds) {
            case .unavailable: if self.keyboard == nil { await self.printLinkInstruction() }
            case .some(let answer): await self.answer(id, answer, by: notifier)
            case nil: return
            }
        }
    }

    /// Prints how to start a scan. It is used where neither the terminal nor the desktop can show a question.
    private func printLinkInstruction() {
        guard !printer.printsEvents else { return }
        printer.console.print(["\(Self.prompt)  typesafe open 'typesafe://scan?auto=true'"])
    }

    private func press(_ key: Keyboard.Key) {
        if picker != nil { return choose(key) }
        guard let openPrompt else { return }
        switch key {
        case .character("s"), .character("y"), .enter: answer(openPrompt.id, .scan)
        case .character("d"), .character("x"), .character("n"), .escape: answer(openPrompt.id, .dismiss)
        default: return
        }
    }

    /// Handles the first answer to a question and ignores later ones.
    /// - Parameter notifier: not nil where the answer came from the desktop, which then shows the verdict too.
    private func answer(_ id: String, _ answer: DesktopNotifier.Answer, by notifier: DesktopNotifier? = nil) {
        guard let prompt = openPrompt, prompt.id == id else { return }
        closePrompt()
        // Other processes must not ask about the same screenshot again.
        try? context.store.dismiss(id)
        guard answer == .scan else { return }
        startTask {
            guard self.context.settings.autoScan else { return await self.openPicker(nil) }
            do throws(CommandFailure) {
                let finder = ScreenshotFinder(folders: self.folders)
                let picture = try await finder.pictureWithinTimeout(prompt.screenshot, at: prompt.path)
                await self.scan(picture, origin: .auto, notifying: notifier)
            } catch .screenshot(.deleted) {
                // Another picture isn't offered in its place: nobody asked about that one.
                let failure = CommandFailure.screenshot(.deleted)
                self.printer.console.print([failure.message])
                await notifier?.notify(failure)
            } catch {
                await self.openPicker(error)
            }
        }
    }

    private func scan(
        _ picture: PictureFile, origin: HistoryEntry.Origin, notifying notifier: DesktopNotifier? = nil
    ) async {
        let outcome = await Spinner.during(UserTexts.say(.scanning)) {
            await context.scan(picture.content, name: picture.path, origin: origin)
        }
        if await backlog?.keep(picture, outcome) != true { show(outcome) }
        switch outcome.result {
        case .success(let response):
            ntfy?.pass(response)
            await notifier?.notify(response)
        case .failure(let failure): await notifier?.notify(failure)
        }
    }

    private func openPicker(_ failure: CommandFailure?) {
        if let failure { printer.console.print([failure.fallbackMessage]) }
        guard keyboard != nil else { return }
        let recent = ScreenshotFinder(folders: folders).recent(limit: ScreenshotPicker.limit)
        guard let picker = ScreenshotPicker(recent) else {
            return printer.console.print([
                UserTexts.say(.noScreenshotsIn, ["folders": .text(folders.joined(separator: ", "))])
            ])
        }
        self.picker = picker
        printer.console.print(picker.list(now: Date()))
        printer.console.show(prompt: picker.prompt)
    }

    private func choose(_ key: Keyboard.Key) {
        guard let answer = picker?.press(key) else {
            printer.console.show(prompt: picker?.prompt)
            return
        }
        picker = nil
        printer.console.show(prompt: nil)
        guard case .picked(let candidate) = answer else { return }
        startTask {
            do throws(PictureFileError) {
                await self.scan(
                    try ScreenshotFinder(folders: self.folders).read(candidate), origin: .manual)
            } catch {
                await self.show(
                    ScanOutcome(
                        name: candidate.path, origin: .manual,
                        result: .failure(.file(name: candidate.path, error))))
            }
        }
    }

    private func closePrompt() {
        openPrompt?.timer.cancel()
        openPrompt?.desktopQuestion?.cancel()
        openPrompt = nil
        printer.console.show(prompt: nil)
        scheduleMemoryRelease()
    }

    /// Starts a task that nothing waits for. `finish` cancels it if it still runs.
    @discardableResult
    private func startTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let id = UUID()
        let task = Task {
            await body()
            self.tasks[id] = nil
        }
        tasks[id] = task
        return task
    }

    private func finish() async {
        memoryRelease?.cancel()
        await backlog?.stop()
        for task in tasks.values { task.cancel() }
        for task in tasks.values { await task.value }
        await ntfy?.finish()
        try? context.store.sweep()
        try? context.store.setLastCheck(Date())
    }
}

private struct NotificationJSON: Encodable {
    private let schema = OutcomeJSON.schema
    private let event = "screenshot"
    private let id: String
    private let timestamp: Date
    private let detector: String

    init(_ notification: ScreenshotNotification, source: DetectedScreenshot.Source) {
        id = notification.id
        timestamp = notification.timestamp
        detector = source.rawValue
    }
}
