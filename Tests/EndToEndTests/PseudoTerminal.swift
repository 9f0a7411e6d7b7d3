import TestSupport
import Foundation
import Glibc
import Synchronization

final class PseudoTerminal: Sendable {
    struct NoTerminal: Error {}

    private let process: Process
    private let controller: FileHandle
    private let output = Mutex<[UInt8]>([])

    init(
        _ user: DesktopUser, _ arguments: [String], columns: UInt16 = 100,
        executable: URL = DesktopUser.executable
    ) throws {
        // Swift's Glibc module lacks `posix_openpt`, `unlockpt` and `ptsname`; these calls do the same.
        let raw = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard raw >= 0 else { throw NoTerminal() }
        controller = FileHandle(fileDescriptor: raw, closeOnDealloc: true)
        var (locked, number) = (Int32(0), Int32(0))
        let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
        guard ioctl(raw, setLock, &locked) == 0, ioctl(raw, getNumber, &number) == 0 else {
            throw NoTerminal()
        }
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(raw, UInt(TIOCSWINSZ), &size)
        let path = "/dev/pts/\(number)"
        let end = open(path, O_RDWR | O_NOCTTY)
        guard end >= 0 else { throw NoTerminal() }
        let terminal = FileHandle(fileDescriptor: end, closeOnDealloc: true)
        process = Process()
        // `--ctty` makes the pseudo-terminal the program's controlling terminal.
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.arguments = ["--ctty", "--wait", executable.path] + arguments
        process.environment = user.environment.merging(["TERM": "xterm"]) { old, _ in old }
        process.standardInput = terminal
        process.standardOutput = terminal
        process.standardError = terminal
        try process.run()
        collect(dup(raw))
    }

    deinit {
        // The command is no child of this process, and would be waited for without end if it didn't hear Ctrl-C.
        let command = tcgetpgrp(controller.fileDescriptor)
        if command > 1 { kill(-command, SIGKILL) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// Reads with `read`, because `FileHandle` treats the EIO at the end of a terminal as a fatal error.
    private func collect(_ descriptor: Int32) {
        Thread.detachNewThread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(descriptor, &bytes, bytes.count)
                guard count > 0 else { break }
                self?.output.withLock { $0 += bytes.prefix(count) }
            }
            close(descriptor)
        }
    }

    var screen: String { output.withLock { String(decoding: $0, as: UTF8.self) } }

    func type(_ keys: String) { try? controller.write(contentsOf: Data(keys.utf8)) }

    func waitFor(_ words: String, count: Int = 1) async throws {
        _ = try await eventually(within: 180) { self.screen.ranges(of: words).count >= count ? true : nil }
    }

    func exitStatus() async throws -> Int32 {
        try await eventually(within: 60) { self.process.isRunning ? nil : self.process.terminationStatus }
    }
}
