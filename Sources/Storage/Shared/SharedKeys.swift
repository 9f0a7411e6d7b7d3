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

    /// Is written to find out whether the server takes writes.
    var probe: String { "\(prefix):{probe}" }
}

extension UUID {
    /// The id as it stands in keys and values.
    package var key: String { uuidString.lowercased() }
}
