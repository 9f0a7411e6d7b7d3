import CSandbox
import Foundation
import Sockets
import Synchronization

/// Starts reader processes from one thread that never ends. They ask the kernel to die with their parent, by which it means
/// the thread that started them, and Dispatch's threads come and go.
final class Spawner: Sendable {
    static let shared = Spawner()

    struct Spawned: ~Copyable {
        let process: Int32
        let socket: Descriptor
    }

    /// What a reader process finds in its environment. Nothing of the server's own is passed on: it may hold secrets.
    private static let environment: [String] = {
        var environment = [
            // Tesseract's threads slow each other down several times over, and it counts only from the start.
            "OMP_THREAD_LIMIT=1",
            // Would start another program in a crashed reader, for nobody to read what it says.
            "SWIFT_BACKTRACE=enable=no",
        ]
        if let path = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] {
            environment.append("LD_LIBRARY_PATH=\(path)")
        }
        return environment
    }()

    private let jobs = Mutex<[@Sendable () -> Void]>([])
    private let wakeUp = DispatchSemaphore(value: 0)

    private init() {
        // Keeps itself alive, for good.
        Thread.detachNewThread {
            while true {
                self.wakeUp.wait()
                self.jobs.withLock { $0.removeFirst() }()
            }
        }
    }

    /// Starts `executable mode` with one end of a socket pair, and gives the other. Blocks for the few milliseconds it takes.
    func spawn(_ executable: String, mode: String) throws(ReaderStartError) -> Spawned {
        var pair: [Int32] = [-1, -1]
        let code = sb_socket_pair(&pair)
        guard code == 0 else { throw .notSpawned(code: -code) }
        let socket = Descriptor(owning: pair[0])
        let theirs = pair[1]
        let process = run { Self.spawn(executable, mode, theirs) }
        close(theirs)
        guard process > 0 else { throw .notSpawned(code: -process) }
        return Spawned(process: process, socket: socket)
    }

    private static func spawn(_ executable: String, _ mode: String, _ socket: Int32) -> Int32 {
        var environment: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) }
        defer { for variable in environment { free(variable) } }
        environment.append(nil)
        return sb_spawn(executable, mode, environment, socket)
    }

    private func run(_ body: @escaping @Sendable () -> Int32) -> Int32 {
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Int32>(0)
        jobs.withLock {
            $0.append {
                let value = body()
                result.withLock { $0 = value }
                done.signal()
            }
        }
        wakeUp.signal()
        done.wait()
        return result.withLock { $0 }
    }
}
