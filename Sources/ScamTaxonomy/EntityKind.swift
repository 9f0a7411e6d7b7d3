/// What an entity of a message is: something that means more than the words it is written with. The order is
/// `openapi.yaml`'s.
public enum EntityKind: String, Codable, Sendable, CaseIterable {
    case url, email, phone, money, code, duration, crypto
    /// A name or number by which an account on a messenger is reached.
    case handle
    /// The payload of a QR code that isn't a link.
    case qr
    /// The payload of a barcode that isn't a link.
    case barcode
}
