import Foundation

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
