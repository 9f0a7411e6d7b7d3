import FoundationEssentials
package import SystemSupport

/// How connections to one server are made.
package struct RedisAccess: Sendable {
    let url: RedisURL
    let passwordFile: String?
    let authorities: String?
    let loop: EventLoop

    /// - Parameters:
    ///   - passwordFile: a file whose first line is the password. It is read for each connection, so a password can be changed
    ///     without a restart.
    ///   - authorities: a PEM file of the authorities that sign the server's certificate; nil for the system's.
    package init(
        url: RedisURL, passwordFile: String? = nil, authorities: String? = nil
    ) throws(SocketError) {
        self.authorities = authorities
        self.url = url
        self.passwordFile = passwordFile
        loop = try EventLoop(label: "typesafe.redis")
    }

    /// Commands that make a connection ready, each of which must be done, and the one that asks for the server's role.
    func greeting() throws(RedisFault) -> [RedisCommand] {
        try login() + [RedisCommand("SELECT", url.database), RedisCommand("ROLE")]
    }

    /// Tells the password, where there is one.
    func login() throws(RedisFault) -> [RedisCommand] {
        guard let passwordFile else { return [] }
        guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8),
            let line = text.split(whereSeparator: \.isNewline).first
        else { throw .noPassword(path: passwordFile) }
        let password = String(line)
        return [url.user.map { RedisCommand("AUTH", $0, password) } ?? RedisCommand("AUTH", password)]
    }
}
