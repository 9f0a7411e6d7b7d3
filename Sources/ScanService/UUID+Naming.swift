import Crypto
import Foundation

extension UUID {
    /// An id that follows from some facts, and from no others.
    init(naming facts: [String]) {
        let digest = SHA256.hash(data: Data(facts.joined(separator: "\n").utf8))
        var bytes = UUID().uuid
        withUnsafeMutableBytes(of: &bytes) { target in
            target.copyBytes(from: Array(digest.prefix(target.count)))
            // Version and variant of an id whose bytes are the maker's own (RFC 9562).
            target[6] = target[6] & 0x0F | 0x80
            target[8] = target[8] & 0x3F | 0x80
        }
        self.init(uuid: bytes)
    }
}
