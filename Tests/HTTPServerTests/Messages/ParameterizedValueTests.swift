import HTTPServer
import Testing

/// A form of one part with this header block, and the part's content.
private func form(_ headers: [UInt8]) -> [UInt8] {
    Array("--XX\r\n".utf8) + headers + Array("\r\n\r\n1\r\n--XX--".utf8)
}

private func form(_ headers: String) -> [UInt8] { form(Array(headers.utf8)) }

@Suite("Parameters and part headers")
struct ParameterizedValueTests {
    @Test(
        "The value stands before the parameters, in lower case",
        arguments: [
            ("", ""), ("text/plain", "text/plain"),
            (" Multipart/Form-Data ;boundary=X", "multipart/form-data"),
            ("image/png;", "image/png"), (";a=b", ""),
            // The value can be read although its parameters are invalid.
            ("image/png; a; b=\"", "image/png"),
        ])
    func readsValue(_ text: String, _ value: String) {
        #expect(ParameterizedValue(text).value == value)
    }

    static let names: [(disposition: String, name: String, filename: String?)] = [
        (#"form-data; name="a""#, "a", nil),
        (#"form-data; name=a; filename=b.png"#, "a", "b.png"),
        (#"FORM-DATA; NAME="a"; FileName="b""#, "a", "b"),
        (#"form-data;name="a";filename="b""#, "a", "b"),
        (#"form-data ; name="a" ; filename="b" ;; size=3;"#, "a", "b"),
        (#"form-data; filename="b"; name="a""#, "a", "b"),
        (#"form-data; name=""; filename="""#, "", ""),
        (#"form-data; name=" a ""#, " a ", nil),
        // Separators and escapes in quotes
        (#"form-data; name="a;b"; filename="c; name=d; e=\"f\".png""#, "a;b", #"c; name=d; e="f".png"#),
        (#"form-data; name="a\\b\"c\\\"""#, #"a\b"c\""#, nil),
        (#"form-data; name="a=b"; filename=", ""#, "a=b", ", "),
        // Windows paths, which old browsers send without escapes
        (#"form-data; name="a"; filename="C:\new\table.png""#, "a", #"C:\new\table.png"#),
        // Characters that browsers escape in names, and a percent sign, which they don't
        (#"form-data; name="%22a%22"; filename="%0D%0A%22.png""#, "\"a\"", "\r\n\".png"),
        (#"form-data; name="%"; filename="100%25 %0d%0a%2 %%22%.png""#, "%", "100%25 %0d%0a%2 %\"%.png"),
        (#"form-data; name=%22a; filename=%0A"#, "%22a", "%0A"),
        (#"form-data; name="größe"; filename="截图 😀.png""#, "größe", "截图 😀.png"),
        // Extended values
        (#"form-data; name=a; filename*=UTF-8''%E2%82%AC%20b.png"#, "a", "€ b.png"),
        (#"form-data; name=a; filename*=utf-8'en-GB'%c3%bc!#$&+-.^_`|~"#, "a", "ü!#$&+-.^_`|~"),
        (#"form-data; name=a; filename*=ISO-8859-1''%A3%20b"#, "a", "£ b"),
        (#"form-data; name=a; filename*=UTF-8''"#, "a", ""),
        (#"form-data; name=a; filename*=UTF-8''%2522"#, "a", "%22"),
        (#"form-data; name*=UTF-8''%C3%BC"#, "ü", nil),
        (#"form-data; name="u"; name*=UTF-8''%C3%BC"#, "ü", nil),
        (#"form-data; name=a; filename="b"; filename*=UTF-8''c"#, "a", "c"),
        (#"form-data; name=a; filename*=UTF-8''c; filename="b""#, "a", "c"),
        // RFC 2231 continuations aren't joined (RFC 8187 §2).
        (#"form-data; name=a; filename*0="b"; filename*1="c""#, "a", nil),
    ]

    @Test("Reads names", arguments: names)
    func readsNames(_ disposition: String, _ name: String, _ filename: String?) {
        #expect(
            readFormEveryWay(form("Content-Disposition: \(disposition)"))
                == .success([FormPart(name, filename: filename, "1")]))
    }

    @Test(
        "A malformed extended value gives way to a plain one, and is refused without one",
        arguments: [
            "", "c", "UTF-8'c", "''c", "UTF-8''c'd", "UTF-8'e n'c", "UTF-16''c", "\"UTF-8''c\"", "UTF-8''%",
            "UTF-8''%4",
            "UTF-8''%4g", "UTF-8''%-1", "UTF-8''c d", "UTF-8''c*", "UTF-8''ü", "UTF-8''%FF",
            "UTF-8''%ED%A0%80",
            "UTF-8''%C0%AF", "UTF-8''c%00.png", "ISO-8859-1''£",
        ])
    func malformedExtendedValue(_ value: String) {
        let start = "Content-Disposition: form-data; name=a; filename*=\(value)"
        #expect(
            readFormEveryWay(form(start + "; filename=\"b\""))
                == .success([FormPart("a", filename: "b", "1")]))
        #expect(readFormEveryWay(form(start)) == .failure(.malformedHeaders))
    }

    @Test(
        "Reads header blocks",
        arguments: [
            "Content-Disposition:form-data;name=a\r\nContent-Type:text/plain",
            "content-disposition: form-data; name=a\r\nCONTENT-TYPE: text/plain",
            "Content-Type: \t text/plain \t\r\nContent-Disposition: \t form-data; name=a \t",
            "Content-Type: text/plain\r\nX-Other: 1\r\nX-Other: 2\r\nX-Empty:\r\nContent-Disposition: form-data; name=a",
            "Content-Disposition: form-data; name=a\r\nContent-Type: text/plain\r\nContent-Length: 9",
            "Content-Disposition: form-data; name=a\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: 8BIT",
            "Content-Transfer-Encoding:7bit\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name=a",
            "Content-Transfer-Encoding: binary \r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name=a",
        ])
    func readsHeaders(_ headers: String) {
        #expect(
            readFormEveryWay(form(headers)) == .success([FormPart("a", contentType: "text/plain", "1")]))
    }

    private static let plain = "Content-Disposition: form-data; name=a"

    static let refused: [(headers: String, error: MultipartError)] = [
        ("Content-Disposition: form-data", .missingName),
        ("Content-Disposition: form-data; filename=\"a\"", .missingName),
        ("Content-Disposition: attachment; name=a", .malformedHeaders),
        ("Content-Disposition: form-data name=a", .malformedHeaders),
        ("Content-Disposition:", .malformedHeaders),
        ("Content-Disposition", .malformedHeaders),
        ("X-Name: a", .malformedHeaders),
        // Lines
        ("\(plain)\r\n folded: 1", .malformedHeaders),
        ("\(plain);\r\n\tfilename=b", .malformedHeaders),
        (" \(plain)", .malformedHeaders),
        ("Content-Disposition : form-data; name=a", .malformedHeaders),
        ("\(plain)\r\nno colon", .malformedHeaders),
        ("\(plain)\r\n: no name", .malformedHeaders),
        ("\(plain)\r\nX: \u{0}", .malformedHeaders),
        ("\(plain)\u{7F}", .malformedHeaders),
        // Parameters
        ("Content-Disposition: form-data; name", .malformedHeaders),
        ("Content-Disposition: form-data; name=", .malformedHeaders),
        ("Content-Disposition: form-data; name = a", .malformedHeaders),
        ("Content-Disposition: form-data; name=a b", .malformedHeaders),
        ("Content-Disposition: form-data; name=ä", .malformedHeaders),
        ("Content-Disposition: form-data; name=a\"b\"", .malformedHeaders),
        ("Content-Disposition: form-data; name='a b'", .malformedHeaders),
        ("Content-Disposition: form-data; name=\"a", .malformedHeaders),
        ("Content-Disposition: form-data; name=\"a\\\"", .malformedHeaders),
        ("Content-Disposition: form-data; name=\"a\"b", .malformedHeaders),
        ("Content-Disposition: form-data; name=\"a\"b\".png\"", .malformedHeaders),
        ("Content-Disposition: form-data; name=\"a\", filename=\"b\"", .malformedHeaders),
        ("\(plain); filename=b/c", .malformedHeaders),
        ("\(plain); filename", .malformedHeaders),
        // Twice
        ("\(plain); name=a", .malformedHeaders),
        ("\(plain); filename=b; FileName=c", .malformedHeaders),
        ("\(plain); filename*=UTF-8''b; filename*=UTF-8''b", .malformedHeaders),
        ("\(plain)\r\n\(plain)", .malformedHeaders),
        ("\(plain)\r\nContent-Type: image/png\r\ncontent-type: image/png", .malformedHeaders),
        // Invalid bytes in the content of a name
        ("\(plain)\r\nContent-Type: Multipart/mixed; boundary=YY", .nested),
        ("\(plain)\r\nContent-Transfer-Encoding: base64", .unsupportedTransferEncoding),
        ("\(plain)\r\nContent-Transfer-Encoding: Quoted-Printable", .unsupportedTransferEncoding),
        ("\(plain)\r\nContent-Transfer-Encoding:", .unsupportedTransferEncoding),
    ]

    @Test("Refuses headers", arguments: refused)
    func refuses(_ headers: String, _ error: MultipartError) {
        #expect(readFormEveryWay(form(headers)) == .failure(error))
    }

    @Test("Refuses what isn't UTF-8 where it is read, and nowhere else")
    func notUTF8() {
        let name = Array("Content-Disposition: form-data; name=\"a".utf8)
        #expect(readFormEveryWay(form(name + [0xFC, 0x22])) == .failure(.malformedHeaders))
        #expect(readFormEveryWay(form(name + [0xC3, 0x22])) == .failure(.malformedHeaders))
        // A file's name is for people, and older clients send it in other encodings.
        let file = Array(#"Content-Disposition: form-data; name="a"; filename=""#.utf8)
        let part = FormPart("a", filename: "\u{FFFD}", "1")
        #expect(readFormEveryWay(form(file + [0xE9, 0x22])) == .success([part]))
        let other = Array("\r\nX-Other: ".utf8)
        #expect(readFormEveryWay(form(name + [0x22] + other + [0xFC])) == .success([FormPart("a", "1")]))
        let type = Array("\r\nContent-Type: ".utf8)
        #expect(readFormEveryWay(form(name + [0x22] + type + [0xFC])) == .failure(.malformedHeaders))
    }
}
