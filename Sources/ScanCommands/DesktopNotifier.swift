import Foundation
import TypeSafeAPI

/// Notifications on the desktop, through `notify-send`: each in a process of its own, so that a daemon that hangs holds up
/// nothing. They stand on lock screens, so they never hold words of a message.
struct DesktopNotifier: Sendable {
    enum Answer: String, Sendable {
        case scan, dismiss
        /// Nobody was asked: there is no daemon, or it doesn't ask.
        case unasked
    }

    /// Longer than any prompt: a program that isn't back by then is stuck.
    private static let limit = Duration.seconds(20)
    private let program: String

    /// nil where there is no desktop, or nothing to notify with.
    init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let isDesktop = ["DBUS_SESSION_BUS_ADDRESS", "WAYLAND_DISPLAY", "DISPLAY"].contains {
            environment[$0]?.isEmpty == false
        }
        guard isDesktop, let program = Subprocess.find("notify-send", environment: environment) else {
            return nil
        }
        self.program = program
    }

    /// Asks whether to scan; nil where nobody answered. Cancelled, the question goes from the screen.
    func ask(for seconds: Int) async -> Answer? {
        let words = ["Screenshot taken", "Scan for scams?"]
        let base = ["--app-name=TypeSafe", "--transient", "--expire-time=\(seconds * 1_000)"]
        // `default` is what a click on the notification itself does.
        let actions = ["--action=default=Scan now", "--action=scan=Scan now", "--action=dismiss=Dismiss"]
        guard let output = await run(base + actions + ["--"] + words) else {
            if Task.isCancelled { return nil }
            // One without actions, as old versions of the program have it, still tells.
            _ = await run(["--app-name=TypeSafe", "--"] + words)
            return .unasked
        }
        let answer = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return answer == "default" ? .scan : Answer(rawValue: answer)
    }

    /// Tells of a verdict, in words that need no other window. Only high risk stays until it is seen.
    func tell(_ response: ScanResponse) async {
        let risk = response.riskLevel
        guard risk != .unknown else { return }
        let title = Wording.headline(risk: risk.rawValue, category: response.category.rawValue)
        let body =
            risk == .low
            ? "No known scam pattern was found."
            : response.advice.now.first ?? "Don't act on this message yet."
        _ = await run([
            "--app-name=TypeSafe", "--urgency=\(risk == .high ? "critical" : "normal")", "--", title,
            Wording.plain(body),
        ])
    }

    private func run(_ arguments: [String]) async -> Data? {
        await Subprocess.output(of: program, arguments, within: Self.limit, sizeLimit: 1_024)
    }
}
