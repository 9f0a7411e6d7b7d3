import Foundation
import RouteCases
import TestSupport
import Testing
import TypeSafeAPI

/// Requests to a running server, each on a connection of its own.
///
/// URLSession isn't used. On Linux it asks again and again whether a connection that it has opened can be written, and so
/// takes a core for as long as the server reads a picture.
struct ServiceClient {
    struct Answer {
        fileprivate let response: RouteResponse

        var status: Int { response.status }
        var body: Data { response.body }

        func header(_ name: String) -> String? { response.fields[name.lowercased()] }

        func decoded<T: Decodable>(_ type: T.Type) throws -> T {
            try WireCoding.decoder().decode(type, from: body)
        }
    }

    struct Part {
        var name: String
        var filename: String?
        var content: Data

        static func text(_ name: String, _ value: String) -> Part {
            Part(name: name, filename: nil, content: Data(value.utf8))
        }

        static func image(_ content: Data) -> Part { Part(name: "image", filename: "shot", content: content) }
    }

    /// Number of seconds after which an answer is given up.
    private static let limit = 120

    let server: ServerProcess

    func send(
        _ method: String, _ path: String, contentType: String? = nil, body: Data? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = headers
        fields["Content-Type"] = contentType
        if body != nil || method == "POST" { fields["Content-Length"] = String(body?.count ?? 0) }
        let lines = fields.map { "\($0): \($1)\r\n" }.joined()
        let head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(lines)\r\n"
        let connection = try RawClient(port: server.port)
        try await connection.send(Array(head.utf8) + (body ?? Data()))
        try await connection.receiveAll(within: Self.limit)
        return Answer(response: try RouteResponse(http: connection.received))
    }

    func scan(form parts: [Part]) async throws -> Answer {
        let boundary = "boundary-\(UUID().uuidString)"
        var body = Data()
        for part in parts {
            let filename = part.filename.map { "; filename=\"\($0)\"" } ?? ""
            body += Data(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(filename)\r\n\r\n"
                    .utf8)
            body += part.content + Data("\r\n".utf8)
        }
        body += Data("--\(boundary)--\r\n".utf8)
        return try await send(
            "POST", "/scan-image", contentType: "multipart/form-data; boundary=\(boundary)", body: body)
    }

    func scan(image: Data, query: String = "") async throws -> Answer {
        try await send("POST", "/scan-image\(query)", contentType: "image/png", body: image)
    }

    /// The value of a metric; nil where the server doesn't have it.
    func metric(_ name: String, _ labels: [String: String] = [:]) async throws -> Double? {
        let body = try await send("GET", "/metrics").body
        return try PrometheusText(String(decoding: body, as: UTF8.self)).value(name, labels)
    }

    func analyze(json: String) async throws -> Answer {
        try await send("POST", "/analyze-text", contentType: "application/json", body: Data(json.utf8))
    }
}

/// A screenshot that is shipped with the project, with what is known about it.
struct Sample: Decodable, CustomTestStringConvertible, Sendable {
    enum Kind: String, Decodable { case scam, benign }

    let file: String
    let kind: Kind
    let scamType: String?
    let message: String

    enum CodingKeys: String, CodingKey {
        case file, kind, message
        case scamType = "scam_type"
    }

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    static let directory = root.appendingPathComponent("Resources/samples")

    static let all: [Sample] = {
        let manifest = directory.appendingPathComponent("manifest.json")
        return (try? JSONDecoder().decode([Sample].self, from: Data(contentsOf: manifest))) ?? []
    }()

    static func image(_ name: String) throws -> Data {
        try Data(contentsOf: directory.appendingPathComponent(name))
    }

    var testDescription: String { file }
}
