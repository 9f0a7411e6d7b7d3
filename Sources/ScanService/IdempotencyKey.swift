import Crypto
import Foundation
import HTTP1
import HTTPServer
import HTTPTypes
import Scanning
import Sockets

/// What a client calls one request, so that sending it again does nothing again. Names of different callers never meet.
struct IdempotencyKey: Hashable, Sendable {
    private static let maxLength = 64

    /// Whose keys are told apart.
    private enum Owner: Hashable {
        case key(String, session: UUID?)
        /// A session moves between networks with its phone, and its id is known to nobody else.
        case session(UUID)
        case network(IPAddress.Network?)
    }

    private let owner: Owner
    private let key: String

    /// nil where the client gave none.
    init?(_ request: ServiceRequest, session: UUID?) throws(ServiceError) {
        guard let key = request.fields[.idempotencyKey] else { return nil }
        let isPlain = key.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        guard isPlain, (1...Self.maxLength).contains(key.utf8.count) else {
            throw .invalidField(
                name: "Idempotency-Key", rule: "must be 1 to \(Self.maxLength) of A-Z, a-z, 0-9, - and _")
        }
        self.key = key
        owner =
            request.caller.key.map { .key($0, session: session) } ?? session.map { .session($0) }
            ?? .network(request.caller.network)
    }

    /// Memory that a key takes, about.
    var bytes: Int { 256 }
}

/// What a request says, however it is written down: a form's boundary may differ between two attempts.
struct RequestFingerprint: Hashable, Sendable {
    private let digest: SHA256Digest

    /// - Parameter parts: each nil or in the same place for the same route.
    init(route: String, _ parts: [[UInt8]?]) {
        var hash = SHA256()
        hash.update(data: Data(route.utf8))
        for part in parts {
            // Lengths, so that no two lists of parts look alike.
            withUnsafeBytes(of: Int64(part?.count ?? -1).littleEndian) { hash.update(bufferPointer: $0) }
            if let part { hash.update(data: part) }
        }
        digest = hash.finalize()
    }
}

extension ScanUpload {
    var fingerprint: RequestFingerprint {
        RequestFingerprint(
            route: "scan-image",
            [
                image.map { Array($0.digest) }, ocrText.map { Array($0.utf8) },
                country.map { Array($0.utf8) },
                languages.map { Array($0.joined(separator: "+").utf8) },
                sessionID.map { Array($0.uuidString.utf8) },
            ])
    }
}
