package import Foundation

package struct RouteResponse: Sendable {
    package struct Malformed: Error {}

    package let status: Int
    /// The values of the header fields, by their names in small letters.
    package let fields: [String: String]
    package let body: Data

    package init(status: Int, fields: [String: String], body: Data) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Parses all bytes that a server sent on a connection until it closed it.
    package init(http bytes: [UInt8]) throws {
        let data = Data(bytes)
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { throw Malformed() }
        let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Malformed()
        }
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw Malformed() }
            let value = parts[1].trimmingCharacters(in: .whitespaces)
            fields[parts[0].lowercased()] = fields[parts[0].lowercased()].map { "\($0), \(value)" } ?? value
        }
        let rest = data[end.upperBound...]
        let isChunked = fields["transfer-encoding"] == "chunked"
        self.init(status: status, fields: fields, body: isChunked ? try Self.unchunked(rest) : Data(rest))
    }

    private static func unchunked(_ data: Data) throws -> Data {
        var rest = data[...]
        var content = Data()
        while let line = rest.range(of: Data("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) else {
                throw Malformed()
            }
            rest = rest[line.upperBound...]
            if size == 0 { return content }
            content += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
        }
        throw Malformed()
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns the string at a path. For a list, it returns its strings, separated by commas. It returns nil where
    /// there is neither.
    func text(at path: String) -> String? {
        let value = json(path)
        return value as? String ?? (value as? [String])?.joined(separator: ",")
    }

    /// Returns the value at a path of a JSON body, such as `findings.0.rule`; nil where there is none. `*` stands for
    /// all elements of a list.
    func json(_ path: String) -> Any? {
        guard let value = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed) else {
            return nil
        }
        var found: Any? = value
        for key in path.split(separator: ".") where key != "*" {
            if let list = found as? [Any] {
                if let index = Int(key) {
                    found = list.indices.contains(index) ? list[index] : nil
                } else {
                    found = list.compactMap { ($0 as? [String: Any])?[String(key)] }
                }
            } else {
                found = (found as? [String: Any])?[String(key)]
            }
        }
        return found
    }
}

/// A way to send a request to the service: in the test's process or over a socket.
package protocol RouteTransport {
    /// Sends one request and returns the response to it.
    /// - Parameter request: the bytes of one HTTP/1.1 message.
    func send(_ request: Data) async throws -> RouteResponse
}
