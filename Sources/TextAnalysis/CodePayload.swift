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

extension Transcript {
    /// A QR code or a barcode on an image. Its payload was written by whoever sent it, like any other text.
    package struct Code: Sendable, Equatable {
        package enum Symbology: String, Sendable, CaseIterable {
            case qr, ean, code128, code39, itf
        }

        package var symbology: Symbology
        /// The text of the code: it is never empty and has at most `maxPayload` bytes.
        package var payload: String
        package var box: Box

        package init(symbology: Symbology, payload: String, box: Box) {
            self.symbology = symbology
            self.payload = payload
            self.box = box
        }

        /// The largest length of a payload in UTF-8 bytes. A QR code holds at most 2,953 bytes.
        package static let maxPayload = 4_096
        /// The largest number of codes of one image. Screenshots have one or two.
        package static let maxCount = 16
    }
}

/// A text with the payloads of an image's codes after it, each as a paragraph, so that links in them are links like any other.
struct CodeParagraphs {
    private(set) var text: String
    private(set) var places: [AnalyzedText.PlacedWord]
    private(set) var codes: [AnalyzedText.PlacedCode] = []

    init(_ codes: [Transcript.Code], behind message: String, places: [AnalyzedText.PlacedWord]) {
        text = message
        self.places = places
        guard !codes.isEmpty else { return }
        var length = message.utf8.count
        var line = (places.last?.line ?? 0) + 1
        for code in codes where !code.payload.isEmpty {
            if length > 0 {
                text += "\n\n"
                length += 2
            }
            let range = length..<(length + code.payload.utf8.count)
            text += code.payload
            length = range.upperBound
            // Codes have places even where the text came without an image and its words have none.
            self.places.append(.init(range: range, line: line, box: code.box))
            self.codes.append(.init(range: range, code: code, payload: CodePayload(code.payload)))
            line += 1
        }
    }

    /// Marks the entities that come from a code, and adds an entity for each payload that isn't a link as a whole.
    func marked(_ entities: [Entity]) -> [Entity] {
        guard let start = codes.first?.range.lowerBound else { return entities }
        var result = entities.filter { $0.range.lowerBound < start }
        for place in codes {
            var inside = entities.filter { place.range.contains($0.range.lowerBound) }
            for index in inside.indices { inside[index].codeBox = place.code.box }
            // A link that fills the payload needs no entity beside it.
            let isLink = inside.contains { $0.kind == .url && $0.range.lowerBound == place.range.lowerBound }
            if !isLink {
                result.append(
                    Entity(
                        kind: place.code.symbology == .qr ? .qr : .barcode, range: place.range,
                        text: place.code.payload,
                        codeBox: place.code.box, scheme: place.payload.scheme))
            }
            result += inside
        }
        return result
    }
}
