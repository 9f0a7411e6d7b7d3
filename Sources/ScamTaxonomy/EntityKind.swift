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

/// What is covered on a picture that is to be passed on. The server and its workers exchange a kind as its position in `allCases`; the
/// raw values are the keys of the field `Redacted`.
public enum RedactedKind: String, Codable, Sendable, CaseIterable {
    /// A person's name: in a header, or in a greeting.
    case name
    case phone, email
    /// A postal address.
    case address
    /// A number of an account, a card, a customer, a parcel or a case, or a name on a messenger.
    case account
    /// A one-time code.
    case code
    /// A QR code or a barcode that says nothing of a scam.
    case barcode
    /// An amount of money; covered on request.
    case amount
    /// A message of the screenshot's owner; covered on request.
    case own
    /// A photo, a face, an avatar, a drawing.
    case picture
    /// What wasn't read with certainty.
    case unread
}
