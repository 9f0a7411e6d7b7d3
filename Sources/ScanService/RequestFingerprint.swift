import Redaction
import Scanning
import Crypto
import Foundation
import Texts

/// A digest of a request's meaning. It doesn't depend on how the request is encoded: two attempts may use different
/// form boundaries.
struct RequestFingerprint: Hashable, Sendable, CustomStringConvertible {
    private let digest: SHA256Digest

    /// - Parameter parts: the request's fields, in the same order for every request of the route; nil for an absent
    ///   field.
    init(route: String, _ format: AnswerFormat, _ parts: [[UInt8]?]) {
        var hash = SHA256()
        hash.update(data: Data(route.utf8))
        if format != .json { hash.update(data: Data(format.rawValue.utf8)) }
        for part in parts {
            // The lengths are hashed too, so that two different lists of parts can't give the same bytes.
            withUnsafeBytes(of: Int64(part?.count ?? -1).littleEndian) { hash.update(bufferPointer: $0) }
            if let part { hash.update(data: part) }
        }
        digest = hash.finalize()
    }

    /// The digest in hexadecimal digits.
    var description: String { digest.hex }

    /// The id of the scan that a session asks for under an idempotency key: the same one after a restart too, so that its
    /// result is stored once. Whoever doesn't know the session can't foresee it.
    func scanID(session: UUID, key: String) -> UUID {
        var hash = SHA256()
        withUnsafeBytes(of: session.uuid) { hash.update(bufferPointer: $0) }
        digest.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: Data(key.utf8))
        var bytes = Array(hash.finalize().prefix(16))
        // Version 8 and the variant of RFC 9562.
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension ScanUpload {
    func fingerprint(as format: AnswerFormat) -> RequestFingerprint {
        RequestFingerprint(
            route: "scan-image", format,
            [
                ocrText.map { Array($0.utf8) }, country.map { Array($0.utf8) },
                languages.map { Array($0.joined(separator: "+").utf8) },
                sessionID.map { Array($0.uuidString.utf8) }, keepsOrder ? [] : nil,
                redaction.map { [UInt8(truncatingIfNeeded: $0.rawValue)] }, Array(texts.language.tag.utf8),
            ] + images.map { Array($0.digest) })
    }
}

extension TextSubmission {
    func fingerprint(as format: AnswerFormat) -> RequestFingerprint {
        RequestFingerprint(
            route: "analyze-text", format,
            [
                Array(text.utf8), country.map { Array($0.utf8) },
                sessionID.map { Array($0.uuidString.utf8) }, Array(texts.language.tag.utf8),
            ])
    }
}
