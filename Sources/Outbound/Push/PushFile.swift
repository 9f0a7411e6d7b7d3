package import Foundation
import Texts

/// Why the file of `--push` can't be used. `description` is one line for the operator and contains no secret.
package enum PushFileError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable
    /// - Parameters:
    ///   - key: the key in question, with its section, such as `apns.key_id`.
    ///   - expected: what the key must be.
    case key(String, expected: String)

    package var description: String {
        switch self {
        case .unreadable: "can't be read, or is no YAML of `key: value`"
        case .key(let key, let expected): "`\(key)` must be \(expected)"
        }
    }
}

/// The file of `--push`: what the server tells followers with. docs/phone.md describes it.
///
/// ```yaml
/// secret: push-secret            # a file of keys that seal followers' addresses
/// vapid:                         # for Web Push
///   key: vapid.pem
///   contact: mailto:admin@scan.example
/// apns:                          # for Apple devices
///   key: AuthKey_ABC123DEFG.p8
///   key_id: ABC123DEFG
///   team_id: DEF123GHIJ
///   topic: example.typesafe
///   server: production           # or sandbox
/// ```
package struct PushFile: Sendable {
    package let settings: PushSettings
    package let secret: PushSecret
    /// The files with keys, of which none should be open to others.
    package let keyFiles: [URL]

    /// The carriers for which there are keys, as the API names them.
    package var carriers: String {
        PushCarrier.allCases.filter { carrier in
            switch carrier {
            case .ntfy: true
            case .webPush: settings.vapid != nil
            case .liveActivity, .apnsAlert: settings.apns != nil
            }
        }.map(\.rawValue).joined(separator: ", ")
    }

    /// Largest file in bytes, this one and those with keys.
    private static let sizeLimit = 16_384
    private static let contactLength = 256

    /// - Parameters:
    ///   - file: the file. Paths in it are relative to its folder.
    ///   - transfer: how others' servers are called.
    package init(contentsOf file: URL, transfer: TransferSettings) throws(PushFileError) {
        guard let data = try? Data(contentsOf: file), data.count <= Self.sizeLimit,
            let root = try? YAMLNode(parsing: Array(data), file: file.lastPathComponent), root.entries != nil
        else { throw .unreadable }
        try self.init(
            Section(root, name: nil, folder: file.deletingLastPathComponent(), transfer: transfer))
    }

    private init(_ root: Section) throws(PushFileError) {
        try root.allow(["secret", "vapid", "apns"])
        let secretFile = try root.file("secret", "a file from `typesafe-server push secret`")
        do throws(PushSecret.Fault) {
            secret = try PushSecret(contentsOf: secretFile)
        } catch {
            throw .key("secret", expected: error.expected)
        }
        var settings = PushSettings()
        settings.transfer = root.transfer
        var files = [secretFile]
        if let section = try root.section("vapid") { settings.vapid = try Self.vapid(section, &files) }
        if let section = try root.section("apns") { settings.apns = try Self.apns(section, &files) }
        self.settings = settings
        keyFiles = files
    }

    private static func vapid(
        _ section: Section, _ files: inout [URL]
    ) throws(PushFileError) -> VAPIDIdentity {
        try section.allow(["key", "contact"])
        let key = try section.key("a file from `typesafe-server push keys`", &files)
        let contact = try section.text("contact", "a mailto: or https: URL") { text in
            text.utf8.count <= contactLength && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                && (text.wholeMatch(of: /mailto:[^@]+@[^@]+/) != nil || text.hasPrefix("https://"))
        }
        return VAPIDIdentity(key: key, contact: contact)
    }

    private static func apns(
        _ section: Section, _ files: inout [URL]
    ) throws(PushFileError) -> APNsSettings {
        try section.allow(["key", "key_id", "team_id", "topic", "server"])
        let key = try section.key("Apple's file .p8", &files)
        func id(_ name: String) throws(PushFileError) -> String {
            try section.text(name, "10 capital letters and digits") {
                $0.wholeMatch(of: /[A-Z0-9]{10}/) != nil
            }
        }
        let named = section["server"] ?? "production"
        let address =
            ["production": APNsSettings.production, "sandbox": APNsSettings.sandbox][named] ?? named
        guard let server = try? OutboundURL(address, policy: section.transfer.policy), server.isEncrypted
        else {
            throw .key("apns.server", expected: "production, sandbox, or the https URL of a test's own")
        }
        return APNsSettings(
            key: key, keyID: try id("key_id"), teamID: try id("team_id"),
            topic: try section.text("topic", "the app's bundle id") {
                $0.wholeMatch(of: /[A-Za-z0-9.-]{1,155}/) != nil
            }, server: server, transfer: section.transfer)
    }

    /// A mapping of the file.
    private struct Section {
        private let node: YAMLNode
        private let name: String?
        private let folder: URL
        let transfer: TransferSettings

        init(_ node: YAMLNode, name: String?, folder: URL, transfer: TransferSettings) {
            self.node = node
            self.name = name
            self.folder = folder
            self.transfer = transfer
        }

        subscript(key: String) -> String? { node[key]?.text }

        private func full(_ key: String) -> String { name.map { "\($0).\(key)" } ?? key }

        func allow(_ keys: Set<String>) throws(PushFileError) {
            for entry in node.entries ?? [] {
                let key = entry.key.text ?? ""
                guard keys.contains(key) else {
                    throw .key(
                        full(key),
                        expected: "left out: only \(keys.sorted().joined(separator: ", ")) are known")
                }
            }
        }

        func section(_ key: String) throws(PushFileError) -> Section? {
            guard let node = node[key] else { return nil }
            guard node.entries != nil else { throw .key(full(key), expected: "a section of keys") }
            return Section(node, name: full(key), folder: folder, transfer: transfer)
        }

        func text(
            _ key: String, _ expected: String, where isFit: (String) -> Bool
        ) throws(PushFileError) -> String {
            guard let text = self[key], isFit(text) else { throw .key(full(key), expected: expected) }
            return text
        }

        func file(_ key: String, _ expected: String) throws(PushFileError) -> URL {
            let path = try text(key, expected) { !$0.isEmpty }
            return URL(fileURLWithPath: path, relativeTo: folder).absoluteURL
        }

        func key(_ expected: String, _ files: inout [URL]) throws(PushFileError) -> SigningKey {
            let file = try file("key", expected)
            guard let data = try? Data(contentsOf: file), data.count <= PushFile.sizeLimit,
                let key = SigningKey(pem: String(decoding: data, as: UTF8.self))
            else { throw .key(full("key"), expected: expected + ", with a key of P-256 in PEM") }
            files.append(file)
            return key
        }
    }
}

extension PushSecret.Fault {
    fileprivate var expected: String {
        switch self {
        case .unreadable: "a file that can be read"
        case .malformed(let line): "a file of keys, which line \(line) isn't: the Base64 of 32 bytes"
        case .empty: "a file with a key"
        case .tooManyKeys(let limit): "a file of \(limit) keys at most"
        }
    }
}
