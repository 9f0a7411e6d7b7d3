import Foundation
import TestSupport
import Testing
import TypeSafeAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests to a running server through URLSession, as other programs send them.
struct ServiceClient {
    struct Answer {
        let status: Int
        fileprivate let head: HTTPURLResponse
        let body: Data

        func header(_ name: String) -> String? { head.value(forHTTPHeaderField: name) }

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

    struct NoHTTPAnswer: Error {}

    let server: ServerProcess

    func send(
        _ method: String, _ path: String, contentType: String? = nil, body: Data? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var request = URLRequest(url: server.url(path), timeoutInterval: 60)
        request.httpMethod = method
        request.httpBody = body
        if let contentType { request.setValue(contentType, forHTTPHeaderField: "Content-Type") }
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        let (data, response) = try await URLSession.shared.answer(to: request)
        guard let response = response as? HTTPURLResponse else { throw NoHTTPAnswer() }
        return Answer(status: response.statusCode, head: response, body: data)
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
