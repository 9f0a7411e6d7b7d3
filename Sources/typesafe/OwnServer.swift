import AtomicFile
import BundledResources
import Foundation
import ScreenshotDetection
import Texts
import TypeSafeAPI
import TypeSafeClient

#if os(Linux)
    import SystemSupport
#endif

/// The user's own `typesafe-server`, which all commands of that user share. It listens on a Unix socket in a folder that only the user
/// can enter, and stops by itself.
///
/// A command holds a shared lock while it uses the server, and the lock alone while it starts it. The server needs it alone to stop. So
/// any number of commands start one server, and none uses one that stops.
struct OwnServer: Sendable {
    /// Seconds without a connection after which the server stops.
    private static let idleSeconds = 600
    /// Time in which the server must be ready. It takes about half a second, and more on a busy machine.
    private static let startLimit = Duration.seconds(20)
    /// Pause between two looks at the lock, or at a server that starts.
    private static let pause = Duration.milliseconds(10)
    /// Longest path of a Unix socket in bytes (`sun_path`, with its final zero).
    private static let socketPathLimit = 108

    var client: ScanClient
    let log: String
    private let program: String
    private let socket: String
    private let cache: String

    /// - Returns: nil where `typesafe-server` isn't beside this program.
    init?(_ files: BaseDirectories) throws(CommandFailure) {
        #if os(Linux)
            guard let program = Installation.sibling("typesafe-server") else { return nil }
            self.program = program
            socket = files.serverSocket
            cache = files.cache
            log = files.serverLog
            guard let url = URL(string: "http://localhost") else { return nil }
            client = try ScanServer.client(
                ClientConfiguration(
                    server: url, unixSocket: socket, language: UserTexts.current.language.tag))
        #else
            return nil
        #endif
    }

    /// Whether the server runs now.
    var isRunning: Bool {
        #if os(Linux)
            guard let address = SocketAddress(unixPath: socket) else { return false }
            return (try? BlockingClient.connect(to: address, timeoutSeconds: 1)) != nil
        #else
            return false
        #endif
    }

    /// One use of the server, for whose time it doesn't stop.
    struct Use: Sendable {
        fileprivate let lock: FileLock

        func end() { lock.release() }
    }

    /// Starts the server unless it runs.
    func use() async throws(CommandFailure) -> Use {
        try makePrivateFolder()
        guard let lock = FileLock(path: socket + ".lock") else { throw .store(path: socket + ".lock") }
        let deadline = ContinuousClock.now + Self.startLimit
        while ContinuousClock.now < deadline {
            if lock.take(.shared), isRunning { return Use(lock: lock) }
            lock.release()
            let mayStart = lock.take(.exclusive) && !isRunning
            if mayStart { try await start(deadline) }
            lock.release()
            if mayStart { continue }
            // Another task starts it, which needs a thread that isn't taken by asking without a pause.
            // A cancelled task doesn't sleep; the call that follows says so.
            guard (try? await Task.sleep(for: Self.pause)) != nil else { return Use(lock: lock) }
        }
        throw notStarted
    }

    private var notStarted: CommandFailure {
        .usage(.ownServerNotStarted, ["log": .text(log)])
    }

    private func start(_ deadline: ContinuousClock.Instant) async throws(CommandFailure) {
        #if os(Linux)
            // What the user sets for the commands isn't meant for the server, though some names are the same.
            var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("TYPESAFE_") }
            environment["CACHE_DIRECTORY"] = cache
            let process: DetachedProcess
            do {
                try FileManager.default.createDirectory(
                    atPath: (log as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
                process = try DetachedProcess(
                    program,
                    [
                        "serve", "--address", "unix:\(socket)", "--stop-when-idle", "\(Self.idleSeconds)",
                        "--log-level", "notice",
                    ], environment: environment, log: log)
            } catch {
                throw .store(path: log)
            }
            // A command that was killed at this point has left a server, and this one's ends because the address is taken.
            while ContinuousClock.now < deadline, !process.hasEnded() || isRunning {
                if isRunning, (try? await client.ready().ready) == true { return process.reapLater() }
                try? await Task.sleep(for: Self.pause)
            }
            throw notStarted
        #endif
    }

    /// - Throws: an error where the folder is another user's or open to others: whoever owns it could take the server's place.
    private func makePrivateFolder() throws(CommandFailure) {
        let folder = (socket as NSString).deletingLastPathComponent
        guard socket.utf8.count < Self.socketPathLimit else {
            throw .usage(.pathTooLong, ["folder": .text(folder)])
        }
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .store(path: folder) }
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
            status.st_mode & 0o077 == 0
        else { throw .usage(.folderNotPrivate, ["folder": .text(folder)]) }
    }
}

/// A lock on a file (`flock`), which the kernel releases when its holder ends.
final class FileLock: Sendable {
    enum Kind { case shared, exclusive }

    private let descriptor: Int32

    /// - Returns: nil where the file can't be made.
    init?(path: String) {
        descriptor = open(path.filePath, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// - Returns: whether the lock could be had without waiting.
    func take(_ kind: Kind) -> Bool {
        flock(descriptor, (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
    }

    func release() { _ = flock(descriptor, LOCK_UN) }
}
