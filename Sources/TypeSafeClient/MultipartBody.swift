import Foundation

/// Builds a `multipart/form-data` body (RFC 7578).
struct MultipartBody {
    private let boundary: String
    private var bytes = Data()

    /// The boundary has 122 random bits, so no image can contain it by chance or by design.
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

    /// Appends a file under a fixed file name: the real one may reveal more than its owner intends.
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
