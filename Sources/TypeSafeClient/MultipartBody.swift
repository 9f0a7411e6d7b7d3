import Foundation

/// A form with parts, as RFC 7578 has it.
struct MultipartBody {
    private let boundary: String
    private var bytes = Data()

    /// A random boundary of 122 bits can't stand in a picture by chance or by design.
    init() {
        boundary = "typesafe-\(UUID().uuidString)"
    }

    var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    mutating func append(field name: String, _ value: String) {
        bytes.append(
            contentsOf: "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8)
        bytes.append(contentsOf: value.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// The file's own name stays here: it can tell more than its owner knows.
    mutating func append(file name: String, _ content: Data) {
        bytes.append(
            contentsOf:
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"screenshot\"\r\n"
                .utf8)
        bytes.append(contentsOf: "Content-Type: application/octet-stream\r\n\r\n".utf8)
        bytes.append(content)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    consuming func finished() -> Data {
        bytes.append(contentsOf: "--\(boundary)--\r\n".utf8)
        return bytes
    }
}
