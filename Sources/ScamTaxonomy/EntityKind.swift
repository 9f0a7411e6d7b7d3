/// What an entity of a message is: something that means more than the words it is written with. The order is
/// `openapi.yaml`'s.
public enum EntityKind: String, Codable, Sendable, CaseIterable {
    case url, email, phone, money, code, duration, crypto
    /// An account on a messenger.
    case handle
    /// The payload of a QR code that is no link.
    case qr
    /// The payload of a barcode that is no link.
    case barcode
}
