/// Settings of pushes: what the server may reach, and the keys by which carriers know it.
package struct PushSettings: Sendable {
    /// How ntfy servers and browsers' push services are called: allowed addresses, time limit, authorities.
    package var transfer = TransferSettings()
    /// Nil where the server doesn't send Web Push.
    package var vapid: VAPIDIdentity?
    /// Nil where the server doesn't send to Apple devices.
    package var apns: APNsSettings?
    package var clock = PushClock()

    package init() {}
}

/// Who sends Web Push (RFC 8292).
package struct VAPIDIdentity: Sendable {
    package let key: SigningKey
    /// Where push services reach the operator: a `mailto:` or `https:` URL.
    package let contact: String

    package init(key: SigningKey, contact: String) {
        self.key = key
        self.contact = contact
    }
}

/// Who sends to Apple devices, and where to.
package struct APNsSettings: Sendable {
    /// The servers that Apple documents.
    package static let production = "https://api.push.apple.com"
    package static let sandbox = "https://api.sandbox.push.apple.com"

    package let key: SigningKey
    /// Ids of the key and of the team, 10 letters and digits each.
    package let keyID: String
    package let teamID: String
    /// The app's bundle id.
    package let topic: String
    /// URL of the server without a path.
    package let server: OutboundURL
    package let transfer: TransferSettings

    package init(
        key: SigningKey, keyID: String, teamID: String, topic: String, server: OutboundURL,
        transfer: TransferSettings
    ) {
        self.key = key
        self.keyID = keyID
        self.teamID = teamID
        self.topic = topic
        self.server = server
        self.transfer = transfer
    }
}
