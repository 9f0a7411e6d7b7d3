import HTTPServer
import TestSupport
import Testing

/// Makes a form of random parts in one of the ways in which clients write forms.
private struct RandomForm {
    let boundary: String
    let parts: [FormPart]
    private(set) var body: [UInt8] = []

    init(using random: inout SeededGenerator) {
        boundary = Self.boundary(using: &random)
        var parts: [FormPart] = []
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            parts.append(
                FormPart(
                    Self.name(using: &random),
                    filename: Bool.random(using: &random) ? Self.name(using: &random) : nil,
                    contentType: Bool.random(using: &random) ? "image/png" : nil,
                    Self.content(boundary: boundary, using: &random)))
        }
        self.parts = parts
        write(using: &random)
    }

    var contentType: String { "multipart/form-data; charset=utf-8; boundary=\"\(boundary)\"" }

    private mutating func write(using random: inout SeededGenerator) {
        if Bool.random(using: &random) { body += Array("preamble \r\n".utf8) }
        for part in parts {
            let padding = String(repeating: " ", count: Int.random(in: 0...2, using: &random))
            var headers = [
                "Content-Disposition: form-data; " + Self.parameter("name", part.name, using: &random)
            ]
            if let filename = part.filename {
                headers[0] += "; " + Self.parameter("filename", filename, using: &random)
            }
            if let type = part.contentType { headers.append("Content-Type:\(type)") }
            headers.shuffle(using: &random)
            body += Array("--\(boundary)\(padding)\r\n\(headers.joined(separator: "\r\n"))\r\n\r\n".utf8)
            body += part.content
            body += [0x0D, 0x0A]
        }
        body += Array("--\(boundary)--".utf8)
        if Bool.random(using: &random) { body += Array("\r\n--\(boundary)\r\nepilogue".utf8) }
    }

    private static func boundary(using random: inout SeededGenerator) -> String {
        let characters = Array("'()+_,-./:=?09azAZ-- ")
        let length = Int.random(in: 0...69, using: &random)
        return String((0..<length).map { _ in characters.randomElement(using: &random) ?? "x" }) + "x"
    }

    private static func name(using random: inout SeededGenerator) -> String {
        // Percent signs are left out, as a name that holds `%22` can't be told from an escaped quote.
        let characters = Array("abc;=\"\\ ,'*/ü€😀")
        let length = Int.random(in: 0...12, using: &random)
        return String((0..<length).map { _ in characters.randomElement(using: &random) ?? "x" })
    }

    private static func parameter(_ name: String, _ value: String, using random: inout SeededGenerator)
        -> String
    {
        switch Int.random(in: 0...2, using: &random) {
        case 0:
            let percent = value.utf8.map { byte in
                let hex = String(byte, radix: 16)
                return hex.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
            return "\(name)*=UTF-8''\(percent.joined())"
        case 1: return "\(name)=\"\(escaped(value, quote: "%22"))\""
        default: return "\(name)=\"\(escaped(value, quote: "\\\""))\""
        }
    }

    private static func escaped(_ value: String, quote: String) -> String {
        value.map { $0 == "\\" ? "\\\\" : $0 == "\"" ? quote : String($0) }.joined()
    }

    /// Makes content mostly of the delimiter's bytes that doesn't contain a delimiter.
    private static func content(boundary: String, using random: inout SeededGenerator) -> [UInt8] {
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var content: [UInt8] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            switch Int.random(in: 0...4, using: &random) {
            case 0: content += [0x0D]
            case 1: content += [0x0A]
            case 2: content += delimiter.prefix(Int.random(in: 0..<delimiter.count, using: &random))
            case 3: content += delimiter.dropFirst(Int.random(in: 1...2, using: &random))
            default:
                for _ in 0..<Int.random(in: 0...300, using: &random) {
                    content.append(UInt8.random(in: 0...255, using: &random))
                }
            }
        }
        let lines = Array("\r\n".utf8) + content
        let isDelimited = lines.indices.contains { lines[$0...].starts(with: delimiter) }
        return isDelimited ? [] : content
    }
}

/// Cuts a body in pieces of up to `longest` bytes, some of them empty.
private func pieces(
    of body: [UInt8], longest: Int, using random: inout SeededGenerator
) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var rest = body[...]
    while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 0...longest, using: &random))
        pieces.append(piece)
        rest = rest.dropFirst(piece.count)
    }
    return pieces
}

@Suite("Random multipart forms")
struct MultipartRandomTests {
    @Test("Random forms in random pieces come back as they were", arguments: 0..<100 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) {
        var random = SeededGenerator(state: seed)
        let form = RandomForm(using: &random)
        for longest in [form.body.count, 100, 3] {
            let pieces = pieces(of: form.body, longest: longest, using: &random)
            #expect(readForm(pieces, contentType: form.contentType) == .success(form.parts))
        }
    }

    @Test(
        "Damaged forms are the same, or refused the same, in any pieces", arguments: 0..<100 as Range<UInt64>)
    func damaged(_ seed: UInt64) {
        var random = SeededGenerator(state: ~seed)
        let form = RandomForm(using: &random)
        let damage = Array("\r\n-:;=\"\\% x".utf8) + [0x00, 0xFF]
        for _ in 0..<6 {
            var body = form.body
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: body.indices, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: body[place] = damage.randomElement(using: &random) ?? 0
                case 1: body.insert(damage.randomElement(using: &random) ?? 0, at: place)
                default: body.removeSubrange(place..<min(place + 2, body.count - 1))
                }
            }
            let whole = readForm([body[...]], contentType: form.contentType)
            let pieces = pieces(of: body, longest: 40, using: &random)
            #expect(readForm(pieces, contentType: form.contentType) == whole)
        }
    }
}
