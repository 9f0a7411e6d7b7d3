import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@Suite("Wire coding")
struct WireCodingTests {
    /// Every kind of value that an `Encodable` can write, and every kind of container.
    private struct Everything: Encodable {
        var text = "a"
        var texts: [String] = []
        var number = 0.0
        var small: Float = 0
        var integers: [Int] = []
        var time = Date(timeIntervalSince1970: 0)
        var id = UUID()
        var nothing: String?
        var table: [String: Double] = [:]
        var numbered: [Int: String] = [:]
        var inner: [Inner] = []
        var sizes = Sizes()

        struct Inner: Encodable {
            var flag = true
            var risk = RiskLevel.high
            var maybe: Int?
            var nested: [[Int?]] = [[], [1, nil]]
        }

        struct Sizes: Encodable {
            var (a, b, c, d) = (Int8.min, Int16.min, Int32.min, Int64.min)
            var (e, f, g, h, i) = (UInt8.max, UInt16.max, UInt32.max, UInt64.max, UInt.max)
        }
    }

    /// Fills containers by hand, some of them with nothing.
    private struct ByHand: Encodable {
        enum Key: String, CodingKey { case z, y, x, w, v, u }
        struct Silent: Encodable { func encode(to encoder: any Encoder) throws {} }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try members.encodeNil(forKey: .z)
            var inner = members.nestedContainer(keyedBy: Key.self, forKey: .y)
            var list = inner.nestedUnkeyedContainer(forKey: .v)
            try list.encode("one")
            var last = list.nestedContainer(keyedBy: Key.self)
            try last.encode(2, forKey: .x)
            _ = list.nestedUnkeyedContainer()
            try list.encodeNil()
            try inner.encode(Silent(), forKey: .u)
            try 3.encode(to: members.superEncoder(forKey: .w))
            try "above".encode(to: members.superEncoder())
            try [4].encode(to: members.superEncoder(forKey: .v))
            _ = members.nestedContainer(keyedBy: Key.self, forKey: .u)
        }
    }

    @Test("Values are written byte for byte as JSONEncoder writes them")
    func sameAsFoundation() throws {
        var random = SeededGenerator(state: 21)
        for _ in 0..<300 {
            let value = Self.everything(&random)
            let expected = try WireCoding.encoder().encode(value)
            #expect(
                try String(decoding: WireCoding.bytes(value), as: UTF8.self)
                    == String(decoding: expected, as: UTF8.self))
        }
        #expect(try Data(WireCoding.bytes(ByHand())) == WireCoding.encoder().encode(ByHand()))
        #expect(try Data(WireCoding.bytes("alone")) == WireCoding.encoder().encode("alone"))
        #expect(try Data(WireCoding.bytes([Int?.none])) == WireCoding.encoder().encode([Int?.none]))
    }

    @Test("Characters are escaped as JSONEncoder escapes them, and so are those that a terminal would obey")
    func characters() throws {
        let obeyed = (UInt32(0x101)...0x10FFFF).filter {
            Unicode.Scalar($0).map(VisibleJSON.isObeyed) ?? false
        }
        #expect(obeyed.count > 10)
        for scalar in Array(0...0x100) + [0x7FF, 0x800, 0x2010, 0xFFFD, 0xFFFF, 0x1F4B0, 0x10FFFF] + obeyed {
            let text = Unicode.Scalar(scalar).map { "a\($0)\($0)b" } ?? ""
            #expect(
                try String(decoding: WireCoding.bytes([text: text]), as: UTF8.self)
                    == VisibleJSON.text(WireCoding.encoder().encode([text: text])))
        }
    }

    @Test("Numbers that JSON doesn't have are refused", arguments: [Double.nan, .infinity, -.infinity])
    func noNumber(_ number: Double) {
        #expect(throws: EncodingError.self) { try WireCoding.bytes([number]) }
        #expect(throws: EncodingError.self) { try WireCoding.bytes(["a": Float(number)]) }
    }

    @Test("A response comes back as it was")
    func response() throws {
        let place = ReportingPlace(name: "Äußere \"Stelle\"", url: "https://a.example/b", phone: nil)
        let response = ScanResponse(
            scanID: UUID(), timestamp: Date(timeIntervalSince1970: 1_795_413_900), status: .ok,
            riskLevel: .high, confidence: 0.9731, category: .unknown, explanation: "Line\nand line 💰",
            scamType: .unknown, scamProbability: 1e-06, understood: 1, rulesVersion: "1",
            language: LanguageUse(detected: ["en"], rules: ["any", "en"], isCovered: true),
            findings: [
                Finding(
                    rule: "a.b", title: "t", weight: -2.5, quote: nil,
                    boxes: [Box(x: 1, y: 2, width: 3, height: 4)])
            ],
            decidedBy: [DecidingFindings(rules: ["a.b"], without: .low)],
            entities: [Entity(kind: .url, text: "a.example", registrableDomain: nil, amount: 480)],
            advice: Advice(now: ["x"], ifYouAlready: [Exposure(did: "y", steps: [])], report: [place]),
            ocr: nil, timing: Timing(decode: nil, ocr: nil, classify: 0.123, total: 12))
        let bytes = try WireCoding.bytes(response)
        #expect(try Data(bytes) == WireCoding.encoder().encode(response))
        #expect(try WireCoding.decoder().decode(ScanResponse.self, from: Data(bytes)) == response)
    }

    @Test("Times are written as Foundation writes them, from 1970 to 9999 and beyond")
    func times() throws {
        var random = SeededGenerator(state: 5)
        var seconds = (0..<2_000).map { _ in Double.random(in: -1e9..<254e9, using: &random) }
        // Each day of four years around a century without a leap day, and both ends of what is written here.
        seconds += (0..<1_461).map { 4_070_908_800 - 730.0 * 86_400 + Double($0) * 86_400 }
        seconds += [0, 0.999_999, 86_399.5, 951_782_400, 253_402_300_799.5, 253_402_300_800, -0.5]
        for second in seconds {
            let time = Date(timeIntervalSince1970: second)
            #expect(
                try String(decoding: WireCoding.bytes(time), as: UTF8.self)
                    == "\"\(time.formatted(.iso8601))\"")
        }
    }

    @Test("Milliseconds have three digits and are rounded down")
    func milliseconds() {
        for (second, expected) in [
            (0, ".000"), (7.0625, ".062"), (1_795_413_900.5, ".500"), (3.999_9, ".999"),
        ] {
            var bytes: [UInt8] = []
            WireTime.appendMilliseconds(Date(timeIntervalSince1970: second), to: &bytes)
            #expect(String(decoding: bytes, as: UTF8.self) == expected)
        }
    }

    private static func everything(_ random: inout SeededGenerator) -> Everything {
        var value = Everything()
        value.text = text(&random)
        value.texts = (0..<Int.random(in: 0..<3, using: &random)).map { _ in text(&random) }
        value.number = Double(bitPattern: random.next())
        if !value.number.isFinite { value.number = -0.0 }
        value.small = Float.random(in: -100...100, using: &random)
        value.integers = [Int.min, Int.max, 0, Int.random(in: -99...99, using: &random)]
        value.time = Date(timeIntervalSince1970: Double.random(in: 0..<4e9, using: &random))
        value.nothing = Bool.random(using: &random) ? "" : nil
        for _ in 0..<4 { value.table[text(&random)] = Double(Int.random(in: -9...9, using: &random)) / 4 }
        value.numbered = [1: "b"]
        value.inner = (0..<Int.random(in: 0..<3, using: &random)).map {
            Everything.Inner(flag: $0 == 0, maybe: $0 == 1 ? 7 : nil)
        }
        return value
    }

    private static func text(_ random: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "B", "\"", "\\", "/", "\n", "\u{1}", "\u{1F}", "é", "ß", "漢", "💰", " ",
        ]
        return (0..<Int.random(in: 0..<12, using: &random)).reduce(into: "") { text, _ in
            text.unicodeScalars.append(scalars[Int.random(in: scalars.indices, using: &random)])
        }
    }
}
