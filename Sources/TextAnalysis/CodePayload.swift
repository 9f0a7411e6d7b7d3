/// The purpose of a QR code's or barcode's payload, told by the payload's beginning.
package struct CodePayload: Sendable, Equatable {
    /// A URI's scheme in lower case (`https`, `bitcoin`, `upi`, `otpauth` …), or `wifi`, `mecard`, `vcard`, `vevent`, `epc`
    /// (a European bank transfer), `emv` (a merchant's payment code). Nil for plain text and numbers.
    package var scheme: String?

    /// The number of a payload's first bytes that tell its purpose: the longest scheme, and the name of a vCard after it.
    private static let tellingBytes = 32
    /// The number of bytes that a scheme may have. Shorter names are drive letters, longer ones are words.
    private static let schemeLengths = 2...16

    package init(_ payload: String) { scheme = Self.scheme(Array(payload.utf8.prefix(Self.tellingBytes))) }

    /// Whether scanning the code leads to a payment in a cryptocurrency, which can't be called back.
    package var isCryptoPayment: Bool { scheme.map(Self.cryptoSchemes.contains) ?? false }

    /// Whether the code can be judged by the address that it opens or by the account that it pays.
    package var isActionable: Bool {
        guard let scheme else { return false }
        return isCryptoPayment || Self.actionable.contains(scheme)
    }

    private static let cryptoSchemes: Set = [
        "bitcoin", "bitcoincash", "ethereum", "litecoin", "dogecoin", "dash", "monero", "ripple", "xrp",
        "solana",
        "tron", "stellar", "cardano", "lightning",
    ]
    private static let actionable: Set = ["http", "https", "tel", "sms", "smsto", "mailto", "matmsg"]

    private static func scheme(_ start: [UInt8]) -> String? {
        // EPC069-12: a payload begins with the service tag, a line feed and the version.
        if start.starts(with: "BCD\n".utf8) || start.starts(with: "BCD\r".utf8) { return "epc" }
        // EMV QRCPS, merchant-presented mode: the payload format indicator comes first.
        if start.starts(with: "000201".utf8) { return "emv" }
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")), schemeLengths.contains(colon) else {
            return nil
        }
        let written = start[..<colon].map(UInt32.init)
        guard written[0].isASCIILetter, colon + 1 < start.count,
            written.allSatisfy({ $0.isASCIIAlphanumeric || $0 == "+" || $0 == "." || $0 == "-" })
        else { return nil }
        let name = String(decoding: start[..<colon], as: UTF8.self).lowercased()
        // Payloads of vCard and iCalendar begin like `BEGIN:VCARD`.
        guard name == "begin" else { return name }
        let rest = start[(colon + 1)...].prefix(6).map { $0 | 0x20 }
        return rest.starts(with: "vcard".utf8) ? "vcard" : rest.starts(with: "vevent".utf8) ? "vevent" : nil
    }
}
