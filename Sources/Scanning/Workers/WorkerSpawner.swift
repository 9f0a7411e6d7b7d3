import CLinux
import Foundation
import SystemSupport
import Synchronization

/// Starts workers from one thread that never ends. A worker asks the kernel to be killed when its parent ends, and the kernel
/// takes the thread that started it for the parent; Dispatch ends its threads when they are idle.
final class WorkerSpawner: Sendable {
    static let shared = WorkerSpawner()

    struct Spawned: ~Copyable {
        let processID: Int32
        let socket: Descriptor
    }

    /// A worker's whole environment. None of the server's own variables is passed on, as they may hold secrets.
    private static let environment: [String] = {
        var environment = [
            // Tesseract's threads slow each other down several times over; OpenMP reads this variable at the start only.
            "OMP_THREAD_LIMIT=1",
            // Swift would start another program in a crashed worker, to print a backtrace that nobody reads.
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
        // The thread holds the spawner, so neither of them ever ends.
        Thread.detachNewThread {
            while true {
                self.wakeUp.wait()
                self.jobs.withLock { $0.removeFirst() }()
            }
        }
    }

    /// Starts `executable mode` with one end of a socket pair, and returns the other. Blocks for the few milliseconds that this
    /// takes.
    func spawn(_ executable: String, mode: String) throws(WorkerTermination) -> Spawned {
        var pair: [Int32] = [-1, -1]
        let code = sb_socket_pair(&pair)
        guard code == 0 else { throw WorkerTermination(processID: 0, exit: .notSpawned, code: -code) }
        let socket = Descriptor(owning: pair[0])
        let workerEnd = pair[1]
        let processID = run { Self.spawn(executable, mode, workerEnd) }
        close(workerEnd)
        guard processID > 0 else {
            throw WorkerTermination(processID: 0, exit: .notSpawned, code: -processID)
        }
        return Spawned(processID: processID, socket: socket)
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
