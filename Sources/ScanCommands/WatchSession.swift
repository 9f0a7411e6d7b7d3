import CProcessMemory
import Foundation
import ScreenshotDetection
import TypeSafeAPI

/// A run of `typesafe watch`: screenshots in, prompts and verdicts out. Nothing here waits for an answer while anything
/// else could go on.
actor WatchSession {
    static let prompt = "Screenshot taken - Scan for scams?"
    /// Seconds a prompt stays.
    static let promptSeconds = 15

    private struct OpenPrompt {
        let id: String
        let taken: Date
        let timer: Task<Void, Never>
        /// The desktop's part of the prompt.
        var asking: Task<Void, Never>?
    }

    private let desk: ScanDesk
    private let folders: [String]
    private let printer: OutcomePrinter
    private let watcher: ScreenshotWatcher
    private let keyboard: Keyboard?
    private let notifier: DesktopNotifier?
    private var open: OpenPrompt?
    private var picker: Picker?
    private var work: [UUID: Task<Void, Never>] = [:]
    private var settling: Task<Void, Never>?

    init(
        desk: ScanDesk, folders: [String], printer: OutcomePrinter, watcher: ScreenshotWatcher,
        keyboard: Keyboard?,
        notifier: DesktopNotifier?
    ) {
        self.desk = desk
        self.folders = folders
        self.printer = printer
        self.watcher = watcher
        self.keyboard = keyboard
        self.notifier = notifier
    }

    /// Scans what comes without asking, a few at once, until the watcher stops.
    nonisolated func scanAll(jobs: Int) async {
        await settle()
        await withDiscardingTaskGroup { group in
            for _ in 0..<jobs {
                group.addTask {
                    while let screenshot = await self.watcher.next() { await self.scan(screenshot) }
                }
            }
        }
        await finish()
    }

    /// Asks about what comes, until the watcher stops.
    func promptAll() async {
        settle()
        if let keyboard {
            begin { for await key in keyboard.keys { await self.press(key) } }
        }
        while let screenshot = await watcher.next() { ask(screenshot) }
        closePrompt()
        keyboard?.restore()
        await finish()
    }

    private func scan(_ screenshot: DetectedScreenshot) async {
        let notification = post(screenshot)
        let outcome = await desk.scan(
            screenshot.picture.content, name: screenshot.picture.path, origin: .auto)
        show(outcome)
        // One in 5 s: a burst of screenshots is no reason for a burst of notifications, but a high risk always is one.
        if let response = outcome.response, notification != nil || response.riskLevel == .high, let notifier {
            begin { await notifier.tell(response) }
        }
    }

    private func show(_ outcome: ScanOutcome) {
        printer.printOne(outcome)
        settle()
    }

    /// Waiting needs little of what starting and scanning did; a while after the last of it the rest is given back.
    private func settle() {
        settling?.cancel()
        settling = Task {
            if (try? await Task.sleep(for: .seconds(5))) != nil { pm_release() }
        }
    }

    /// nil within 5 s of the one before. Where the store can't be written the user is asked all the same.
    private func post(_ screenshot: DetectedScreenshot) -> ScreenshotNotification? {
        let notification: ScreenshotNotification?
        do {
            notification = try desk.store.post()
        } catch {
            notification = ScreenshotNotification(now: Date())
        }
        if let notification, printer.printsEvents {
            printer.screen.print([
                OutcomeJSON.line(ScreenshotEvent(notification, detector: screenshot.detector))
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
        open = OpenPrompt(id: id, taken: notification.timestamp, timer: timer)
        if keyboard != nil {
            printer.screen.show(prompt: "\(Self.prompt)  [s] Scan now  [d] dismiss")
        } else if notifier == nil {
            tellHow()
        }
        guard let notifier else { return }
        open?.asking = begin {
            switch await notifier.ask(for: Self.promptSeconds) {
            case .unasked: if self.keyboard == nil { await self.tellHow() }
            case .some(let answer): await self.answer(id, answer, by: notifier)
            case nil: return
            }
        }
    }

    /// For whoever reads along where nobody can be asked.
    private func tellHow() {
        guard !printer.printsEvents else { return }
        printer.screen.print(["\(Self.prompt)  typesafe open 'typesafe://scan?auto=true'"])
    }

    private func press(_ key: Keyboard.Key) {
        if picker != nil { return choose(key) }
        guard let open else { return }
        switch key {
        case .character("s"), .character("y"), .enter: answer(open.id, .scan)
        case .character("d"), .character("n"), .escape: answer(open.id, .dismiss)
        default: return
        }
    }

    /// The first answer counts, from wherever it comes. Who answered on the desktop hears of the verdict there.
    private func answer(_ id: String, _ answer: DesktopNotifier.Answer, by notifier: DesktopNotifier? = nil) {
        guard let prompt = open, prompt.id == id else { return }
        closePrompt()
        // Whoever reads the store next isn't asked again.
        try? desk.store.dismiss(id)
        guard answer == .scan else { return }
        begin {
            guard self.desk.settings.autoScan else { return await self.openPicker(nil) }
            do throws(CommandFailure) {
                let fetch = ScreenshotFetch(folders: self.folders)
                let picture = try await TimedFetch.newest(fetch, around: prompt.taken)
                await self.scan(picture, tell: notifier)
            } catch {
                await self.openPicker(error)
            }
        }
    }

    private func scan(_ picture: PictureFile, tell notifier: DesktopNotifier? = nil) async {
        let outcome = await desk.scan(picture.content, name: picture.path, origin: .manual)
        show(outcome)
        if let response = outcome.response { await notifier?.tell(response) }
    }

    private func openPicker(_ failure: CommandFailure?) {
        if let failure { printer.screen.print([FallbackWords.text(failure)]) }
        guard keyboard != nil else { return }
        guard let picker = Picker(ScreenshotFetch(folders: folders).recent(limit: Picker.limit)) else {
            return printer.screen.print(["No screenshots in \(folders.joined(separator: ", "))."])
        }
        self.picker = picker
        printer.screen.print(picker.list(now: Date()))
        printer.screen.show(prompt: picker.prompt(now: Date()))
    }

    private func choose(_ key: Keyboard.Key) {
        guard let answer = picker?.press(key) else {
            printer.screen.show(prompt: picker?.prompt(now: Date()))
            return
        }
        picker = nil
        printer.screen.show(prompt: nil)
        guard case .picked(let candidate) = answer else { return }
        begin {
            do throws(PictureFileError) {
                await self.scan(try ScreenshotFetch(folders: self.folders).read(candidate))
            } catch {
                await self.show(
                    ScanOutcome(
                        name: candidate.path, origin: .manual,
                        result: .failure(.file(name: candidate.path, error))))
            }
        }
    }

    private func closePrompt() {
        open?.timer.cancel()
        open?.asking?.cancel()
        open = nil
        printer.screen.show(prompt: nil)
        settle()
    }

    /// Work that nothing waits for until the end.
    @discardableResult
    private func begin(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let id = UUID()
        let task = Task {
            await body()
            self.work[id] = nil
        }
        work[id] = task
        return task
    }

    private func finish() async {
        settling?.cancel()
        for task in work.values { task.cancel() }
        for task in work.values { await task.value }
        try? desk.store.sweep()
        try? desk.store.setLastCheck(Date())
    }
}

/// A screenshot was taken, for programs that read along.
struct ScreenshotEvent: Encodable {
    private let schema = 1
    private let event = "screenshot"
    private let id: String
    private let timestamp: Date
    private let detector: String

    init(_ notification: ScreenshotNotification, detector: DetectedScreenshot.Detector) {
        id = notification.id
        timestamp = notification.timestamp
        self.detector = detector.rawValue
    }
}
