import CLinux
import Foundation
package import OCR
import Synchronization
package import SystemSupport

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

/// The end of a worker: reported for the log and the metrics, and thrown to the caller that it costs an image or a start.
package struct WorkerTermination: Error, Sendable, Equatable {
    /// The process id of the worker; 0 if no process was started.
    package let processID: Int32
    package let exit: WorkerExit
    /// With `died`, the exit code, or the number of the signal as a negative number; with `notSpawned`, the system call's
    /// `errno`.
    package var code: Int32?
    /// With `unusable`, the error that starting Tesseract gave.
    package var engineError: OCRError?
    /// With `unprotected`, what did not take hold.
    package var missing: [WorkerProtection] = []

    package init(processID: Int32, exit: WorkerExit, code: Int32? = nil, engineError: OCRError? = nil) {
        self.processID = processID
        self.exit = exit
        self.code = code
        self.engineError = engineError
    }
}

extension WorkerTermination: CustomStringConvertible {
    /// The cause and the code, such as `died (code -9)`.
    package var description: String {
        if !missing.isEmpty {
            return "\(exit.rawValue) (without \(missing.map(\.rawValue).joined(separator: ", ")))"
        }
        if let engineError { return "\(exit.rawValue) (\(engineError))" }
        if let code { return "\(exit.rawValue) (code \(code))" }
        return exit.rawValue
    }
}
