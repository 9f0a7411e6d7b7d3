import Foundation
import ScanDocuments
import Texts
import TypeSafeAPI

/// Shows desktop notifications with `notify-send`. Each runs in a process of its own, so that a hanging notification daemon
/// delays nothing. Notifications appear on lock screens, so they never contain words of a message.
struct DesktopNotifier: Sendable {
    enum Answer: String, Sendable {
        case scan, dismiss
        /// The question couldn't be shown: no notification daemon runs, or `notify-send` is too old for actions.
        case unavailable
    }

    /// Time after which `notify-send` is killed. It waits for an answer for at most `WatchSession.promptSeconds`, 15 s.
    private static let limit = Duration.seconds(20)
    /// Largest output of `notify-send` in bytes. It prints only the name of an action.
    private static let outputLimit = 1_024
    private let program: String

    /// - Returns: nil where the environment names no desktop session, or `notify-send` isn't installed.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isDesktop = ["DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY"].contains {
            environment[$0]?.isEmpty == false
        }
        guard isDesktop, let program = Subprocess.find("notify-send", environment: environment) else {
            return nil
        }
        self.program = program
    }

    /// Asks whether to scan. Cancelling the task removes the question from the screen.
    /// - Returns: nil where the user gave no answer.
    func ask(for seconds: Int) async -> Answer? {
        let words = [UserTexts.say(.screenshotTaken), UserTexts.say(.askToScan)]
        let base = ["--app-name=TypeSafe", "--transient", "--expire-time=\(seconds * 1_000)"]
        // The user chooses the action `default` by clicking the notification itself.
        let actions = [
            "--action=default=\(UserTexts.say(.scanNow))", "--action=scan=\(UserTexts.say(.scanNow))",
            "--action=dismiss=\(UserTexts.say(.dismiss))",
        ]
        guard let output = await run(base + actions + ["--"] + words) else {
            if Task.isCancelled { return nil }
            // Old versions of `notify-send` have no actions, but can still tell that a screenshot was taken.
            _ = await run(["--app-name=TypeSafe", "--"] + words)
            return .unavailable
        }
        let answer = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return answer == "default" ? .scan : Answer(rawValue: answer)
    }

    /// Shows a verdict. Only a high risk has the urgency `critical`, which keeps the notification on the screen until
    /// the user closes it.
    func notify(_ response: ScanResponse) async {
        let risk = response.riskLevel
        let body =
            switch risk {
            case .low: UserTexts.current.say(VerdictText.noPattern)
            case .unknown: response.explanation
            case .medium, .high: response.advice.now.first ?? UserTexts.say(.dontAct)
            }
        await show(
            VerdictWords(UserTexts.current).headline(response), body,
            isCritical: risk == .high)
    }

    /// Tells that nothing was scanned, and why.
    func notify(_ failure: CommandFailure) async {
        await show(UserTexts.say(.notScanned), failure.notice, isCritical: false)
    }

    /// Tells that the screenshot is being scanned already.
    func notifyScanning() async {
        await show(UserTexts.say(.scanning), UserTexts.say(.scanningAlready), isCritical: false)
    }

    private func show(_ title: String, _ body: String, isCritical: Bool) async {
        _ = await run([
            "--app-name=TypeSafe", "--urgency=\(isCritical ? "critical" : "normal")", "--", title,
            VisibleText.of(body),
        ])
    }

    private func run(_ arguments: [String]) async -> Data? {
        await Subprocess.output(of: program, arguments, within: Self.limit, sizeLimit: Self.outputLimit)
    }
}
