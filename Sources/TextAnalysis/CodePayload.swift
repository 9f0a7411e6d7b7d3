/// What a code's payload is for, told by its beginning.
package struct CodePayload: Sendable, Equatable {
    /// Lower case: a URI's scheme (`https`, `bitcoin`, `upi`, `otpauth` …), or `wifi`, `mecard`, `vcard`, `vevent`, `epc`
    /// (a European bank transfer), `emv` (a merchant's payment code). Nil for plain text and numbers.
    package var scheme: String?

    package init(_ payload: String) { scheme = Self.scheme(Array(payload.utf8.prefix(32))) }

    /// Whether scanning it sends money that can't be called back.
    package var isCryptoPayment: Bool { scheme.map(Self.cryptoSchemes.contains) ?? false }

    /// Whether it can be judged by where it leads or whom it pays.
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
        // EPC069-12: the service tag, a line feed, the version.
        if start.starts(with: "BCD\n".utf8) || start.starts(with: "BCD\r".utf8) { return "epc" }
        // EMV QRCPS, merchant-presented: the payload format indicator comes first.
        if start.starts(with: "000201".utf8) { return "emv" }
        guard let colon = start.firstIndex(of: UInt8(ascii: ":")), (2...16).contains(colon) else {
            return nil
        }
        let lower = start[..<colon].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let first = lower.first, (0x61...0x7A).contains(first), colon + 1 < start.count,
            lower.allSatisfy({
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2B || $0 == 0x2E
                    || $0 == 0x2D
            })
        else { return nil }
        let name = String(decoding: lower, as: UTF8.self)
        // vCard and iCalendar: BEGIN:VCARD.
        guard name == "begin" else { return name }
        let rest = start[(colon + 1)...].prefix(6).map { $0 | 0x20 }
        return rest.starts(with: "vcard".utf8) ? "vcard" : rest.starts(with: "vevent".utf8) ? "vevent" : nil
    }
}
