/// The reason why a worker process ended. The raw values are those of the label `why` of
/// `typesafe_worker_restarts_total`.
package enum WorkerExit: String, CaseIterable, Sendable {
    /// The worker ended without the server's doing: it crashed, ran out of memory, or was killed.
    case died
    /// The worker didn't answer by its deadline, so the server killed it.
    case timedOut = "timed_out"
    /// The worker sent something that doesn't follow the protocol, so the server killed it.
    case protocolError = "protocol_error"
    /// The scan was cancelled. The server killed the worker, because its work was no longer needed.
    case cancelled
    /// Tesseract failed in the worker, perhaps because memory was short.
    case engineFailed = "engine_failed"
    /// The worker started, but it can't use its language data.
    case unusable
    /// The worker could not give up the rights that `--require-sandbox` wants it to.
    case unprotected
    /// The system couldn't start a process.
    case notSpawned = "not_spawned"
    /// The worker was replaced, because it had read its number of images or had grown too large.
    case recycled
    case stopped

    /// Whether the exit is a fault. The other exits are planned.
    package var isFailure: Bool {
        switch self {
        case .died, .timedOut, .protocolError, .engineFailed, .unusable, .unprotected, .notSpawned: true
        case .cancelled, .recycled, .stopped: false
        }
    }
}

/// A way in which a worker gives up its rights. The raw values are those of the label `protection` of
/// `typesafe_worker_protection`.
package enum WorkerProtection: String, CaseIterable, Sendable {
    /// The kernel serves it the listed system calls only.
    case systemCalls = "system_calls"
    /// Landlock lets it open its language data only.
    case landlock
    /// Its file system holds nothing but language data.
    case files
    /// Its network has no interface.
    case network
    /// It isn't root.
    case user
    /// It has no capability and can't get one.
    case capabilities
    /// Its memory and descriptors are bounded; it writes no file or core dump, and can't raise its priority.
    case limits
}

/// What took hold when a worker gave up its rights.
package struct WorkerProtections: Sendable, Equatable {
    package var held: Set<WorkerProtection>
    /// Landlock's version; 0 without Landlock.
    package var landlockVersion: Int

    package init(held: Set<WorkerProtection> = [], landlockVersion: Int = 0) {
        self.held = held
        self.landlockVersion = landlockVersion
    }

    /// What `--require-sandbox` finds missing. One of Landlock and a file system of its own is enough; the filter of system
    /// calls closes the network too.
    package var missing: [WorkerProtection] {
        let needed: [WorkerProtection] = [.systemCalls, .user, .capabilities, .limits]
        let shutsFiles = !held.isDisjoint(with: [.landlock, .files])
        return needed.filter { !held.contains($0) } + (shutsFiles ? [] : [.landlock])
    }

    /// What holds for both of two workers.
    package func intersection(_ other: WorkerProtections) -> WorkerProtections {
        WorkerProtections(
            held: held.intersection(other.held), landlockVersion: min(landlockVersion, other.landlockVersion))
    }
}

extension WorkerProtections: CustomStringConvertible {
    /// The names of what holds, such as `system_calls, landlock (version 7), user`.
    package var description: String {
        WorkerProtection.allCases.filter(held.contains)
            .map { $0 == .landlock ? "landlock (version \(landlockVersion))" : $0.rawValue }
            .joined(separator: ", ")
    }
}
