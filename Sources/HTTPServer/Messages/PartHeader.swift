/// The header of a form's part: the field's name, the file's name and the type.
package struct PartHeader: Sendable, Equatable {
    /// The field's name, which the client chose, in UTF-8. It may be empty, and it may contain quotes and line breaks.
    package let name: String
    /// The file's name, which may contain anything that `name` may. It must never be used as a path.
    package let filename: String?
    /// The value of `Content-Type` as it was sent; nil where the part has none.
    package let contentType: String?

    /// Reads the header.
    /// - Parameter lines: the lines of the header block, without their line ends.
    init(lines: [[UInt8]]) throws(MultipartError) {
        var disposition: ParameterizedValue?
        var contentType: String?
        for line in lines {
            let (name, value) = try Self.split(line)
            switch name {
            case "content-disposition":
                guard disposition == nil else { throw .malformedHeaders }
                disposition = ParameterizedValue(String(decoding: value, as: UTF8.self))
            case "content-type":
                guard contentType == nil else { throw .malformedHeaders }
                let type = try Self.text(value)
                // RFC 7578 §4.3 deprecated nested forms. Reading a nested form as a file would hide its content.
                guard !ParameterizedValue(type).value.hasPrefix("multipart/") else { throw .nested }
                contentType = type
            case "content-transfer-encoding":
                // Encoded content would be taken for the file itself. RFC 7578 §4.7 deprecated encodings.
                guard ["7bit", "8bit", "binary"].contains(try Self.text(value).lowercased()) else {
                    throw .unsupportedTransferEncoding
                }
            // All other fields must be ignored (RFC 7578 §4.8).
            default: break
            }
        }
        guard let disposition, disposition.value == "form-data", let parameters = disposition.parameters
        else { throw .malformedHeaders }
        guard let name = try Self.text(of: "name", in: parameters) else { throw .missingName }
        // A name of a file may have bytes that aren't UTF-8. A field's name may not: what it means would be guessed.
        guard !name.unicodeScalars.contains("\u{FFFD}") else { throw .malformedHeaders }
        self.name = name
        filename = try Self.text(of: "filename", in: parameters)
        self.contentType = contentType
    }

    /// Splits a line into its name in small letters and its trimmed value.
    private static func split(
        _ line: [UInt8]
    ) throws(MultipartError) -> (name: String, value: ArraySlice<UInt8>) {
        // A space or a tab at the start of the line (obs-fold) is no token character. Then the name is empty, which is
        // refused.
        let name = line.prefix(while: ByteClass.isToken)
        var value = line[name.endIndex...]
        guard !name.isEmpty, value.popFirst() == UInt8(ascii: ":"),
            value.allSatisfy(ByteClass.isFieldContent)
        else { throw .malformedHeaders }
        value = value.drop(while: ByteClass.isBlank)
        while let last = value.last, ByteClass.isBlank(last) { value.removeLast() }
        return (String(decoding: name, as: UTF8.self).lowercased(), value)
    }

    private static func text(_ value: ArraySlice<UInt8>) throws(MultipartError) -> String {
        guard let text = String(validating: value, as: UTF8.self) else { throw .malformedHeaders }
        return text
    }

    /// Returns the parameter `name*` where it is valid, and `name` otherwise. Clients that send both mean `name` for
    /// servers that don't know `name*` (RFC 6266 §4.3).
    private static func text(
        of name: String, in parameters: [String: ParameterizedValue.Parameter]
    ) throws(MultipartError) -> String? {
        var plain: String?
        if let parameter = parameters[name] {
            guard parameter.isQuoted || isToken(parameter.text) else { throw .malformedHeaders }
            plain = parameter.isQuoted ? undoingFormEscapes(parameter.text) : parameter.text
        }
        guard let extended = parameters[name + "*"] else { return plain }
        guard let text = extended.extendedText ?? plain else { throw .malformedHeaders }
        return text
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(ByteClass.isToken)
    }

    /// Decodes the three escapes of form names. Browsers write `"`, CR and LF as `%22`, `%0D` and `%0A`, and leave a
    /// percent sign as it is (WHATWG HTML, "multipart/form-data encoding algorithm"). So no other escape may be
    /// decoded.
    private static func undoingFormEscapes(_ text: String) -> String {
        var rest = text.utf8[...]
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            let escaped: UInt8? =
                if byte != UInt8(ascii: "%") {
                    nil
                } else if rest.starts(with: "22".utf8) {
                    UInt8(ascii: "\"")
                } else if rest.starts(with: "0D".utf8) {
                    UInt8(ascii: "\r")
                } else if rest.starts(with: "0A".utf8) {
                    UInt8(ascii: "\n")
                } else {
                    nil
                }
            if escaped != nil { rest = rest.dropFirst(2) }
            bytes.append(escaped ?? byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Collects the lines of a part's header block while they arrive, and checks the limits.
struct PartHeaderLines: Sendable {
    private var lines: [[UInt8]] = []
    private var line: [UInt8] = []
    private var count = 0
    private var isAfterCR = false

    /// Consumes a byte. It returns whether the byte ends the block.
    mutating func take(_ byte: UInt8, limits: MultipartLimits) throws(MultipartError) -> Bool {
        count += 1
        if count > limits.headerBytes { throw .headersTooLarge(limit: limits.headerBytes) }
        // A CR without an LF, or an LF without a CR, is refused. Parsers that end a line at a single one would read
        // other headers.
        guard (byte == 0x0A) == isAfterCR else { throw .malformedHeaders }
        isAfterCR = byte == 0x0D
        if byte == 0x0A { return try endLine(limits: limits) }
        if !isAfterCR { line.append(byte) }
        return false
    }

    private mutating func endLine(limits: MultipartLimits) throws(MultipartError) -> Bool {
        if line.isEmpty { return true }
        if lines.count == limits.headerCount { throw .tooManyHeaders(limit: limits.headerCount) }
        lines.append(line)
        line = []
        return false
    }

    mutating func takeHeader() throws(MultipartError) -> PartHeader {
        defer { self = PartHeaderLines() }
        return try PartHeader(lines: lines)
    }
}
