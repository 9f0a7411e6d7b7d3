import FoundationEssentials
import Sockets

/// Where a server is, and as whom to speak to it.
package struct RedisURL: Sendable, Equatable {
    package enum Place: Sendable, Equatable {
        case host(String, port: UInt16)
        case path(String)
    }

    package enum Problem: Error, Sendable, Equatable {
        /// It is no URL of the forms `redis://HOST[:PORT][/DB]`, `rediss://…` and `unix:/PATH[?db=DB]`.
        case form
        /// A password in the URL would show in the list of processes.
        case password
    }

    private static let defaultPort: UInt16 = 6379

    package let place: Place
    package let isEncrypted: Bool
    package let user: String?
    package let database: Int

    package init(_ text: String) throws(Problem) {
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

    private static func database(_ text: Substring) throws(Problem) -> Int {
        if text.isEmpty { return 0 }
        guard let number = Int(text), number >= 0 else { throw .form }
        return number
    }

    /// Blocks the calling thread while a name is looked up.
    func addresses() throws(SocketError) -> [SocketAddress] {
        switch place {
        case .host(let host, let port): try SocketAddress.resolve(host: host, port: port)
        case .path(let path): SocketAddress(unixPath: path).map { [$0] } ?? []
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
        }
    }
}
