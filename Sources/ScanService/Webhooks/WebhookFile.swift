import Crypto
package import Foundation
package import Outbound
package import ScamTaxonomy
import Texts

package struct ConfiguredWebhook: Sendable {
    package let name: String
    package let endpoint: WebhookEndpoint
    /// The lowest risk level whose verdicts the receiver gets: medium or high.
    package let level: RiskLevel
}

/// The reason why a file of receivers can't be used. `description` is one line for the operator and contains no secret.
package enum WebhookFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable
    case malformed
    case tooMany(limit: Int)
    /// - Parameters:
    ///   - number: position of the entry in the list, from 1.
    ///   - expected: the values that are allowed for the key.
    case entry(number: Int, key: String, expected: String)

    package var description: String {
        switch self {
        case .unreadable: "can't be read"
        case .malformed: "is no list in YAML"
        case .tooMany(let limit): "has more than \(limit) entries"
        case .entry(let number, let key, let expected): "entry \(number): `\(key)` must be \(expected)"
        }
    }
}

/// The file of the operator's receivers: a YAML list of entries with `name`, `url`, `secrets` and optionally `level`.
package enum WebhookFile {
    /// Largest number of receivers, because each verdict becomes a message to every one of them.
    static let entryLimit = 32
    /// Largest number of secrets of a receiver, because each adds a signature to every message.
    private static let secretLimit = 4
    /// Largest size of the file in bytes: 2 kB for each receiver. A usual entry takes 200 bytes.
    private static let sizeLimit = 1 << 16
    private static let keys: Set<String> = ["name", "url", "secrets", "level"]

    /// Whether users other than the file's owner and its group may access the file in any way.
    package static func isOpenToOthers(_ file: URL) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o007 != 0
    }

    package static func read(
        _ file: URL, policy: DestinationPolicy
    ) throws(WebhookFileError) -> [ConfiguredWebhook] {
        guard let data = try? Data(contentsOf: file), data.count <= sizeLimit,
            let text = String(validating: data, as: UTF8.self)
        else { throw .unreadable }
        guard let list = try? YAMLNode(parsing: Array(text.utf8), file: file.lastPathComponent),
            let entries = list.elements,
            entries.allSatisfy({ $0.entries?.allSatisfy { $0.key.text != nil } ?? false })
        else { throw .malformed }
        guard entries.count <= entryLimit else { throw .tooMany(limit: entryLimit) }
        var webhooks: [ConfiguredWebhook] = []
        for (index, entry) in entries.enumerated() {
            let webhook = try webhook(entry, number: index + 1, policy: policy)
            guard !webhooks.contains(where: { $0.name == webhook.name }) else {
                throw .entry(number: index + 1, key: "name", expected: "unlike all others")
            }
            webhooks.append(webhook)
        }
        return webhooks
    }

    private static func webhook(
        _ entry: YAMLNode, number: Int, policy: DestinationPolicy
    ) throws(WebhookFileError) -> ConfiguredWebhook {
        let given = (entry.entries ?? []).compactMap(\.key.text)
        if let unknown = given.filter({ !keys.contains($0) }).min() {
            throw .entry(
                number: number, key: unknown,
                expected: "left out: only name, url, secrets and level are known")
        }
        guard let name = entry["name"]?.text, KeyRecord.isName(name) else {
            throw .entry(number: number, key: "name", expected: "1 to 64 letters, digits, -, _ or .")
        }
        guard let address = entry["url"]?.text, let url = try? OutboundURL(address, policy: policy) else {
            throw .entry(number: number, key: "url", expected: "an https URL that the settings allow")
        }
        let secrets = (entry["secrets"]?.elements ?? []).map { $0.text.flatMap { WebhookSecret($0) } }
        guard (1...secretLimit).contains(secrets.count), !secrets.contains(where: { $0 == nil }) else {
            throw .entry(
                number: number, key: "secrets",
                expected: "a list of 1 to \(secretLimit), each whsec_ and the base64 of 24 to 64 bytes")
        }
        guard let level = RiskLevel(rawValue: entry["level"]?.text ?? RiskLevel.high.rawValue),
            level.isWarning, entry["level"].map({ $0.text != nil }) ?? true
        else {
            throw .entry(number: number, key: "level", expected: "medium or high")
        }
        return ConfiguredWebhook(
            name: name, endpoint: WebhookEndpoint(url: url, secrets: secrets.compactMap { $0 }), level: level)
    }
}

/// A secret as Standard Webhooks defines it: `whsec_` and the base64 of 24 to 64 random bytes. Its `description`
/// doesn't contain the key.
package struct WebhookSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    static let prefix = "whsec_"
    /// Allowed lengths of the key in bytes, from Standard Webhooks.
    static let lengths = 24...64

    /// Largest length of the text in bytes: 64 bytes of a key are 94 characters. Longer texts aren't decoded.
    private static let maxTextLength = 128

    private let key: SymmetricKey

    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.maxTextLength,
            let bytes = Data(base64Encoded: String(text.dropFirst(Self.prefix.count))),
            Self.lengths.contains(bytes.count)
        else { return nil }
        key = SymmetricKey(data: bytes)
    }

    package var description: String { Self.prefix + "…" }
    package var debugDescription: String { description }

    fileprivate func code(for content: Data) -> Data {
        Data(HMAC<SHA256>.authenticationCode(for: content, using: key))
    }
}

/// The header fields of a signed message, as Standard Webhooks 1.0 defines them.
enum WebhookSignature {
    static let idField = "webhook-id"
    static let timestampField = "webhook-timestamp"
    static let signatureField = "webhook-signature"

    /// Returns the value of the signature field.
    /// - Parameters:
    ///   - timestamp: time of the attempt in seconds since 1970, UTC.
    ///   - secrets: all secrets in force. Each makes one signature, so that a receiver can change its secret at any
    ///     time.
    static func value(id: String, timestamp: Int, body: [UInt8], secrets: [WebhookSecret]) -> String {
        let content = Data("\(id).\(timestamp).".utf8) + body
        return secrets.map { "v1," + $0.code(for: content).base64EncodedString() }.joined(separator: " ")
    }
}
