import CRedis
import FoundationEssentials
package import SystemSupport

/// Where a server is, and as whom to speak to it.
package struct RedisURL: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case host(String, port: UInt16)
        case path(String)
        /// Sentinels, which know where the primary server of this name is.
        case sentinels([Host], name: String)
    }

    package struct Host: Sendable, Equatable {
        let name: String
        let port: UInt16
    }

    package enum Problem: Error, Sendable, Equatable {
        /// It is no URL of the forms `redis://HOST[:PORT][/DB]`, `rediss://…`, `unix:/PATH[?db=DB]` and
        /// `redis+sentinel://HOST[:PORT],…/NAME[/DB]`.
        case form
        /// A password in the URL would show in the list of processes.
        case password
    }

    private static let defaultPort: UInt16 = 6379
    private static let sentinelPort: UInt16 = 26379
    /// Largest number of sentinels. Three to five are usual; each that is away costs a second at each connection.
    private static let maxSentinels = 16

    package let place: Place
    package let isEncrypted: Bool
    package let user: String?
    package let database: Int

    package init(_ text: String) throws(Problem) {
        for scheme in ["redis+sentinel://", "rediss+sentinel://"] where text.hasPrefix(scheme) {
            let (user, place, database) = try Self.sentinels(text.dropFirst(scheme.count))
            (self.user, self.place, self.database) = (user, place, database)
            isEncrypted = scheme.hasPrefix("rediss")
            return
        }
        guard let parts = URLComponents(string: text), let scheme = parts.scheme else { throw .form }
        if parts.password != nil { throw .password }
        user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        isEncrypted = scheme == "rediss"
        switch scheme {
        case "redis", "rediss":
            guard let host = parts.host, !host.isEmpty, parts.query == nil else { throw .form }
            guard let port = UInt16(exactly: parts.port ?? Int(Self.defaultPort)) else { throw .form }
            place = .host(host.trimmingCharacters(["[", "]"]), port: port)
            database = try Self.database(parts.path.drop { $0 == "/" })
        case "unix":
            guard SocketAddress(unixPath: parts.path) != nil, parts.path.hasPrefix("/") else { throw .form }
            let query = parts.queryItems ?? []
            guard query.allSatisfy({ $0.name == "db" }), query.count <= 1 else { throw .form }
            place = .path(parts.path)
            database = try Self.database((query.first?.value ?? "")[...])
        default: throw .form
        }
    }

    /// - Parameter text: `[USER@]HOST[:PORT],…/NAME[/DB]`.
    private static func sentinels(_ text: Substring) throws(Problem) -> (String?, Place, Int) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), !parts[1].isEmpty else { throw .form }
        let names = parts[0].split(separator: "@", omittingEmptySubsequences: false)
        guard names.count <= 2, let hosts = names.last else { throw .form }
        let user = names.count == 2 ? String(names[0]) : nil
        if user?.contains(":") == true { throw .password }
        var all: [Host] = []
        for host in hosts.split(separator: ",", omittingEmptySubsequences: false) {
            guard let one = URLComponents(string: "redis://\(host)"), let name = one.host, !name.isEmpty,
                one.user == nil, let port = UInt16(exactly: one.port ?? Int(sentinelPort))
            else { throw .form }
            all.append(Host(name: name.trimmingCharacters(["[", "]"]), port: port))
        }
        guard all.count <= maxSentinels else { throw .form }
        let database = try database(parts.count == 3 ? parts[2] : "")
        return (user, .sentinels(all, name: String(parts[1])), database)
    }

    private static func database(_ text: Substring) throws(Problem) -> Int {
        if text.isEmpty { return 0 }
        guard let number = Int(text), number >= 0 else { throw .form }
        return number
    }

}

extension RedisURL.Place {
    /// Blocks the calling thread while a name is looked up. Sentinels have no address of their own.
    func addresses() throws(SocketError) -> [SocketAddress] {
        switch self {
        case .host(let host, let port): try SocketAddress.resolve(host: host, port: port)
        case .path(let path): SocketAddress(unixPath: path).map { [$0] } ?? []
        case .sentinels: []
        }
    }
}

extension String {
    fileprivate func trimmingCharacters(_ set: Set<Character>) -> String {
        String(drop { set.contains($0) }.reversed().drop { set.contains($0) }.reversed())
    }
}

extension RedisURL: CustomStringConvertible {
    package var description: String {
        let name = user.map { "\($0)@" } ?? ""
        switch place {
        case .host(let host, let port):
            let host = host.contains(":") ? "[\(host)]" : host
            return "\(isEncrypted ? "rediss" : "redis")://\(name)\(host):\(port)/\(database)"
        case .path(let path): return "unix:\(path)?db=\(database)"
        case .sentinels(let hosts, let service):
            let list = hosts.map { "\($0.name):\($0.port)" }.joined(separator: ",")
            return "\(isEncrypted ? "rediss" : "redis")+sentinel://\(name)\(list)/\(service)/\(database)"
        }
    }
}

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

/// The bytes' way to the server, in TLS where its URL says so.
///
/// `@unchecked Sendable` is sound: nobody else has the session, and the connection that owns the transport uses it under a lock.
final class RedisTransport: @unchecked Sendable {
    let descriptor: Descriptor
    private let session: OpaquePointer?

    /// Blocks the calling thread until the first address that answers is connected.
    init(
        to place: RedisURL.Place, _ access: RedisAccess, connectMilliseconds: Int32
    ) throws(RedisFault) {
        do throws(SocketError) {
            descriptor = try Self.connect(to: place, connectMilliseconds)
        } catch {
            throw .socket(error)
        }
        guard access.url.isEncrypted, case .host(let host, _) = place else {
            session = nil
            return
        }
        var failure: Int32 = 0
        session = ct_connect(descriptor.raw, host, access.authorities, connectMilliseconds, &failure)
        if session != nil { return }
        switch UInt32(failure) {
        case CT_UNTRUSTED.rawValue: throw .untrusted
        case CT_AUTHORITIES.rawValue: throw .noAuthorities(path: access.authorities ?? "the system's")
        default: throw .noTLS
        }
    }

    deinit { ct_free(session) }

    private static func connect(
        to place: RedisURL.Place, _ milliseconds: Int32
    ) throws(SocketError) -> Descriptor {
        var failure: SocketError?
        for address in try place.addresses() {
            do throws(SocketError) {
                return try OutgoingSocket.connect(to: address, timeoutMilliseconds: milliseconds)
            } catch {
                failure = error
            }
        }
        throw failure ?? SocketError(call: "getaddrinfo", code: 0)
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard let session else { return descriptor.receive(into: buffer) }
        return Self.transfer(ct_read(session, buffer.baseAddress, buffer.count))
    }

    func send(_ buffer: UnsafeRawBufferPointer) -> Transfer {
        guard let session else { return descriptor.send(buffer) }
        return Self.transfer(ct_write(session, buffer.baseAddress, buffer.count))
    }

    private static func transfer(_ result: Int) -> Transfer {
        switch result {
        case 1...: .bytes(result)
        case Int(CT_WOULD_BLOCK.rawValue): .wouldBlock
        default: .closed
        }
    }
}
