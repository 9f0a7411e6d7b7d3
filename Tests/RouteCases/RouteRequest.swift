import Foundation

/// A request as it is sent over a connection. In its target, its fields and its text bodies, `$name` stands for a
/// variable of the case.
package struct RouteRequest: Sendable {
    var method: String
    var target: String
    var fields: [(name: String, value: String)]
    /// The value of `Host`.
    var host = "localhost:8080"
    /// The content; nil for a request without `Content-Length`.
    var body: Body?
    /// A whole message, which is sent as it is in place of everything else; nil for an ordinary request.
    var raw: String?

    enum Body: Sendable {
        case text(String)
        case bytes(Data)
    }

    package init(_ method: String, _ target: String, fields: [(String, String)] = []) {
        self.method = method
        self.target = target
        self.fields = fields.map { ($0, $1) }
    }

    // MARK: Kinds of requests

    static func raw(_ message: String) -> RouteRequest {
        var request = RouteRequest("GET", "/")
        request.raw = message
        return request
    }

    static func get(_ target: String, _ fields: (String, String)...) -> RouteRequest {
        RouteRequest("GET", target, fields: fields)
    }

    static func json(_ method: String, _ target: String, _ json: String, _ fields: (String, String)...)
        -> RouteRequest
    {
        RouteRequest(method, target, fields: [("Content-Type", "application/json")] + fields).with(
            .text(json))
    }

    static func text(_ json: String, _ fields: (String, String)...) -> RouteRequest {
        RouteRequest("POST", "/analyze-text", fields: [("Content-Type", "application/json")] + fields).with(
            .text(json))
    }

    static func image(_ image: Data, query: String = "", _ fields: (String, String)...) -> RouteRequest {
        RouteRequest("POST", "/scan-image\(query)", fields: [("Content-Type", "image/png")] + fields).with(
            .bytes(image))
    }

    /// A request to `/scan-image` with a form. The part with the name `image` gets a file name.
    static func form(_ parts: (name: String, content: Data)..., fields: [(String, String)] = [])
        -> RouteRequest
    {
        form(parts: parts, fields: fields)
    }

    static func form(parts: [(name: String, content: Data)], fields: [(String, String)] = []) -> RouteRequest
    {
        var body = Data()
        for part in parts {
            let filename = part.name == "image" ? "; filename=\"shot\"" : ""
            body += Data(
                "--x\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(filename)\r\n\r\n".utf8)
            body += part.content + Data("\r\n".utf8)
        }
        return RouteRequest(
            "POST", "/scan-image", fields: [("Content-Type", "multipart/form-data; boundary=x")] + fields
        ).with(.bytes(body + Data("--x--\r\n".utf8)))
    }

    func with(_ body: Body) -> RouteRequest {
        var request = self
        request.body = body
        return request
    }

    func with(query: String) -> RouteRequest {
        var request = self
        request.target += query
        return request
    }

    func with(field: (String, String)) -> RouteRequest {
        var request = self
        request.fields.append((field.0, field.1))
        return request
    }

    func with(host: String) -> RouteRequest {
        var request = self
        request.host = host
        return request
    }

    // MARK: Bytes

    /// The request's bytes as HTTP/1.1. The server is asked to close the connection after the response.
    func bytes(_ variables: [String: String]) -> Data {
        if let raw { return Data(raw.utf8) }
        let content: Data? =
            switch body {
            case .text(let text): Data(Self.filled(text, variables).utf8)
            case .bytes(let bytes): bytes
            case nil: nil
            }
        var head =
            "\(method) \(Self.filled(target, variables)) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n"
        for (name, value) in fields { head += "\(name): \(Self.filled(value, variables))\r\n" }
        if let content { head += "Content-Length: \(content.count)\r\n" }
        return Data((head + "\r\n").utf8) + (content ?? Data())
    }

    private static func filled(_ text: String, _ variables: [String: String]) -> String {
        guard text.contains("$") else { return text }
        // Longer names are replaced first, because a name may begin with another one.
        return variables.sorted { $0.key.count > $1.key.count }
            .reduce(text) { $0.replacing("$" + $1.key, with: $1.value) }
    }
}
