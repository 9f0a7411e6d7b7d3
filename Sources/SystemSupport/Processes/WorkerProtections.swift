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
