import TestSupport
import Foundation

/// A desktop session for one test: a D-Bus, a virtual display, and, on demand, the notification daemon Dunst, which prints the
/// notifications that arrive.
final class DesktopSession: Sendable {
    static let isPossible = [
        "/usr/bin/dbus-daemon", "/usr/bin/dbus-send", "/usr/bin/Xvfb", "/usr/bin/dunst", "/usr/bin/dunstctl",
        "/usr/bin/notify-send",
    ].allSatisfy(FileManager.default.isExecutableFile(atPath:))

    /// Environment variables by which programs find the D-Bus and the display.
    let environment: [String: String]
    private let folder: URL
    private let bus: CommandProcess
    private let display: CommandProcess

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The system's service files are left out, because with them the bus would start daemons.
        let configuration = folder.appendingPathComponent("session.conf")
        let text = """
            <busconfig><type>session</type><listen>unix:dir=\(folder.path)</listen><auth>EXTERNAL</auth>
            <policy context="default"><allow user="*"/><allow own="*"/>
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy></busconfig>
            """
        try Data(text.utf8).write(to: configuration)
        bus = try CommandProcess(
            executable: URL(fileURLWithPath: "/usr/bin/dbus-daemon"),
            arguments: [
                "--config-file=\(configuration.path)", "--nofork", "--nopidfile", "--print-address",
            ],
            environment: [:])
        try await bus.waitFor("unix:")
        display = try await Self.repeatedly {
            let display = try CommandProcess(
                executable: URL(fileURLWithPath: "/usr/bin/Xvfb"),
                arguments: ["-displayfd", "1", "-screen", "0", "320x240x8", "-nolisten", "tcp"],
                environment: [:])
            return await isEventuallyTrue(within: Self.patience) { display.output.contains("\n") }
                ? display : nil
        }
        environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.output.trimmingCharacters(in: .newlines),
            "DISPLAY": ":" + display.output.trimmingCharacters(in: .newlines),
        ]
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func run(_ program: String, _ arguments: [String]) throws -> CommandProcess {
        try CommandProcess(
            executable: URL(fileURLWithPath: program), arguments: arguments,
            environment: environment.merging(["PATH": "/usr/bin:/bin", "HOME": folder.path]) { $1 })
    }

    /// Starts Dunst and waits until it answers on the D-Bus.
    func daemon() async throws -> CommandProcess {
        let settings = folder.appendingPathComponent("dunstrc")
        // Dunst shows its menu of actions with `dmenu`. Here `grep` stands for a user who picks "Dismiss".
        let text = "[global]\n  notification_limit = 20\n  dmenu = /bin/grep -m1 Dismiss\n"
        try Data(text.utf8).write(to: settings)
        return try await Self.repeatedly {
            let daemon = try self.run("/usr/bin/dunst", ["-conf", settings.path, "-print"])
            return try await isEventuallyTrue(within: Self.patience) {
                try await self.control("count").status == 0
            } ? daemon : nil
        }
    }

    /// Seconds for which a program of the system has time to start.
    private static let patience = 30

    /// Starts a program until it serves. Beside many others that start, Xvfb or Dunst now and then ends, or never answers.
    private static func repeatedly(_ start: () async throws -> CommandProcess?) async throws
        -> CommandProcess
    {
        for _ in 0..<5 {
            if let program = try await start() { return program }
        }
        throw ConditionTimedOut()
    }

    /// Sends a command to the daemon: `action` clicks the newest notification, `context` opens its menu.
    func control(_ command: String...) async throws -> DesktopUser.Run {
        try await run("/usr/bin/dunstctl", command).finished()
    }

    /// Waits until exactly `count` notifications are shown on the display.
    func waitForShown(_ count: Int) async throws {
        _ = try await eventually(within: 60) {
            let shown = try await self.control("count", "displayed").output
            return shown.trimmingCharacters(in: .whitespacesAndNewlines) == "\(count)" ? true : nil
        }
    }
}
