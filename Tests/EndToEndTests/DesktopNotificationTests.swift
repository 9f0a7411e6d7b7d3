import Foundation
import TestSupport
import Testing

/// Tests of the notifications of `watch`, with a real notification daemon on a D-Bus of its own.
@Suite("Desktop notifications", .serialized, .enabled(if: DesktopSession.isPossible))
struct DesktopNotificationTests {
    private func user(_ session: DesktopSession) async throws -> DesktopUser {
        try await DesktopUser.atSharedServer(environment: session.environment)
    }

    @Test("A click on the question scans, and the verdict comes to the desktop")
    func click() async throws {
        let session = try await DesktopSession()
        let daemon = try await session.daemon()
        let user = try await user(session)
        let watch = try user.start(["watch"])
        try await watch.waitFor("Watching")
        try user.takeScreenshot(1)
        try await daemon.waitFor("summary: 'Screenshot taken'")
        let question = daemon.output
        for part in [
            "appname: 'TypeSafe'", "body: 'Scan for scams?'", "urgency: NORMAL", "transient: 1",
            "timeout: 15000", "\"scan\": \"Scan now\"", "\"dismiss\": \"Dismiss\"",
        ] {
            #expect(question.contains(part), "\(part)")
        }
        try await session.waitForShown(1)
        #expect(try await session.control("action").status == 0)
        try await watch.waitFor("HIGH RISK")
        try await daemon.waitFor("summary: 'High Risk - ")
        #expect(daemon.output.contains("urgency: CRITICAL"))
        for word in ["usps", "redelivery", "Screenshot 1.png", user.home.path] {
            #expect(!daemon.output.lowercased().contains(word.lowercased()), "\(word)")
        }
        #expect(try await user.history().map(\.origin) == ["auto"])
    }

    @Test("Dismissed on the desktop is dismissed; answered at the terminal, the question leaves the desktop")
    func dismissal() async throws {
        let session = try await DesktopSession()
        let daemon = try await session.daemon()
        let user = try await user(session)
        let terminal = try PseudoTerminal(user, ["watch"])
        try await terminal.waitFor("Watching")
        try user.takeScreenshot(1)
        try await session.waitForShown(1)
        try await terminal.waitFor("Scan for scams?")
        #expect(try await session.control("context").status == 0)
        try await session.waitForShown(0)
        // When the question is answered on the desktop, the prompt on the terminal goes too.
        _ = try await eventually(within: 60) { terminal.screen.hasSuffix("\r\u{1B}[K") ? true : nil }
        #expect(try await user.history().isEmpty)

        let other = try await self.user(session)
        let second = try PseudoTerminal(other, ["watch"])
        try await second.waitFor("Watching")
        try other.takeScreenshot(2, of: "benign-code-android-light.png")
        try await daemon.waitFor("summary: 'Screenshot taken'", count: 2)
        try await session.waitForShown(1)
        second.type("s")
        try await second.waitFor("LOW RISK")
        try await session.waitForShown(0)
    }

    @Test("Only high risk is critical")
    func urgency() async throws {
        let session = try await DesktopSession()
        let daemon = try await session.daemon()
        let user = try await user(session)
        let watch = try user.start(["watch", "--auto"])
        try await watch.waitFor("Watching")
        try user.takeScreenshot(1, of: "benign-code-android-light.png")
        try await daemon.waitFor("summary: 'Low Risk'")
        #expect(daemon.output.contains("urgency: NORMAL") && !daemon.output.contains("urgency: CRITICAL"))
        try user.takeScreenshot(2)
        try await daemon.waitFor("summary: 'High Risk - ")
        #expect(daemon.output.ranges(of: "urgency: CRITICAL").count == 1)
    }

    @Test("A daemon that is stopped holds up nothing, not even the end")
    func stopped() async throws {
        let session = try await DesktopSession()
        let daemon = try await session.daemon()
        daemon.signal(SIGSTOP)
        let user = try await user(session)
        let watch = try user.start(["watch", "--auto"])
        try await watch.waitFor("Watching")
        for number in 1...3 {
            try user.takeScreenshot(number)
            try await watch.waitFor("HIGH RISK", count: number)
        }
        watch.signal(SIGINT)
        #expect(try await watch.finished().status == 130)
        #expect(!daemon.output.contains("summary"))
    }

    @Test("Without a daemon, the terminal asks, and without a terminal it is said how")
    func none() async throws {
        let session = try await DesktopSession()
        let user = try await user(session)
        let terminal = try PseudoTerminal(user, ["watch"])
        try await terminal.waitFor("Watching")
        try user.takeScreenshot(1)
        try await terminal.waitFor("Scan for scams?  [s] Scan now")
        terminal.type("s")
        try await terminal.waitFor("HIGH RISK")

        let other = try await self.user(session)
        let watch = try other.start(["watch"])
        try await watch.waitFor("Watching")
        try other.takeScreenshot(2)
        try await watch.waitFor("Scan for scams?  typesafe open 'typesafe://scan?auto=true'")
    }
}
