package import SystemSupport

/// Why there is no connection to the server, or why it ended.
package enum RedisFault: Error, Sendable, Equatable {
    case notConnectedYet
    case socket(SocketError)
    case closedByServer
    /// No reply came within the time that a command has.
    case tooSlow
    /// The reply's bytes are no reply, or it is larger than any that is expected.
    case brokenReply
    /// The server refused the name, the password, the database or the role of a primary server.
    case refused(RedisRefusal)
    case isReplica
    /// No sentinel knows a primary server of this name.
    case noPrimary(String)
    /// The password's file can't be read.
    case noPassword(path: String)
    /// TLS was asked for, and the server doesn't speak it, or not in time.
    case noTLS
    /// Nobody who is trusted vouches for the server's certificate, or it is another host's.
    case untrusted
    /// The authorities' file can't be read.
    case noAuthorities(path: String)
    /// This process ended the connection.
    case closed
}

extension RedisFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notConnectedYet: "not connected yet"
        case .socket(let error): error.description
        case .closedByServer: "the server closed the connection"
        case .tooSlow: "no reply in time"
        case .brokenReply: "a reply that isn't one of Redis"
        case .refused(let refusal): refusal.description
        case .isReplica: "the server is a replica"
        case .noPrimary(let name): "no sentinel knows a primary server \(name)"
        case .noPassword(let path): "the password can't be read from \(path)"
        case .noTLS: "the server doesn't speak TLS"
        case .untrusted: "the server's certificate isn't trusted"
        case .noAuthorities(let path): "the authorities can't be read from \(path)"
        case .closed: "closed"
        }
    }
}

package enum RedisError: Error, Sendable, Equatable {
    /// The server can't be asked now. Whether it did the command is open where the connection ended meanwhile.
    case unavailable(RedisFault)
    /// More commands wait for replies than a connection may hold.
    case tooManyCommands
    case refused(RedisRefusal)
    /// The reply has another form than the command's replies have.
    case unexpectedReply

    /// Whether the same command can be done later.
    package var isPassing: Bool {
        switch self {
        case .unavailable, .tooManyCommands: true
        case .refused(let refusal): refusal.isPassing
        case .unexpectedReply: false
        }
    }
}

extension RedisError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let fault): "Redis: \(fault)"
        case .tooManyCommands: "Redis: too many commands wait"
        case .refused(let refusal): "Redis: \(refusal)"
        case .unexpectedReply: "Redis: an unexpected reply"
        }
    }
}
