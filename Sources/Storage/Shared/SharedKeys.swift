package import Foundation

/// The names of all keys, in one place. The part in braces decides which slot of a cluster a key is in, so what one script touches has
/// the same one.
package struct SharedKeys: Sendable {
    package let prefix: String

    /// The index of a session's results; each result has this name with its scan's id after a colon.
    func results(of session: UUID) -> String { "\(prefix):{session:\(session.key)}:results" }

    /// Says in which session the result of a scan is.
    func session(of scan: UUID) -> String { "\(prefix):{scan:\(scan.key)}:session" }

    /// What the names of preferences and subjects begin with.
    var sharing: String { "\(prefix):{sharing}:" }

    /// What the names of the outbox begin with.
    var outbox: String { "\(prefix):{outbox}:" }

    /// What the names of followers and of their messages begin with.
    var followers: String { "\(prefix):{followers}:" }

    /// The bytes of results that each share of clients stored; a day follows.
    var room: String { "\(prefix):{room}" }

    /// A random number that is the same for all servers, and unknown elsewhere.
    var salt: String { "\(prefix):{salt}" }

    /// The lines of a memory of confirmed messages.
    var memory: String { "\(prefix):{memory}" }

    /// Is written to find out whether the server takes writes.
    var probe: String { "\(prefix):{probe}" }
}

extension UUID {
    /// The id as it stands in keys and values.
    package var key: String { uuidString.lowercased() }
}

/// Which of two queues a job waits in. Work of the second is taken where the first has none.
package enum JobPriority: String, Sendable, CaseIterable {
    /// Somebody waits for the answer.
    case interactive
    case batch
}

/// The names of everything that jobs have in Redis. Those of one job are in one slot, and so are both queues.
struct JobKeys: Sendable {
    let prefix: String

    // MARK: One job

    /// What is known of a job that hasn't ended: whose it is.
    func order(_ job: UUID) -> String { part("order", of: job) }
    /// The pictures and the text, with what is to be done with them. It expires at the job's deadline.
    func material(_ job: UUID) -> String { part("material", of: job) }
    func progress(_ job: UUID) -> String { part("events", of: job) }
    func outcome(_ job: UUID) -> String { part("outcome", of: job) }
    /// The channel on which followers of a job hear that there is something new.
    func channel(_ job: UUID) -> String { "\(prefix):job:\(job.key)" }

    private func part(_ name: String, of job: UUID) -> String {
        "\(prefix):{job:\(job.key)}:\(name)"
    }

    // MARK: Sessions

    /// The stream of a session's latest scans.
    func announcements(_ session: UUID) -> String { "\(prefix):{session:\(session.key)}:announced" }
    /// The channel on which followers of a session hear of a new scan.
    func sessionChannel(_ session: UUID) -> String { "\(prefix):session:\(session.key)" }

    // MARK: Queues

    /// The stream of work that may be taken.
    func stream(_ priority: JobPriority) -> String { "\(prefix):{work}:\(priority)" }
    /// How many unfinished jobs each client has in a queue.
    func clients(_ priority: JobPriority) -> String { stream(priority) + ":clients" }
    /// A client's jobs that wait until it has room in the stream.
    func lane(_ client: String, _ priority: JobPriority) -> String { stream(priority) + ":lane:" + client }
    /// The work that nobody could do.
    func deadLetters(_ priority: JobPriority) -> String { stream(priority) + ":dead" }
    /// The channel on which workers hear that work was handed back.
    var returned: String { prefix + ":returned" }
    /// The channel on which workers hear that a job was cancelled.
    var cancelled: String { prefix + ":cancelled" }

    // MARK: Workers

    /// When each worker was last heard of.
    var workersSeen: String { prefix + ":{workers}:seen" }
    /// What each worker said of itself.
    var workers: String { prefix + ":{workers}:facts" }
}
