/// What a part's header says: its form field, its file name and type.
package struct PartHeader: Sendable, Equatable {
    /// Whatever the client wrote, in UTF-8: it may hold quotes and line breaks, and be empty.
    package let name: String
    /// As free as `name`. Never a path to open.
    package let filename: String?
    /// As sent.
    package let contentType: String?

    /// - Parameter lines: the header block's lines without their line ends.
    init(lines: [[UInt8]]) throws(MultipartError) {
        var disposition: ParameterizedValue?
        var contentType: String?
        for line in lines {
            let (name, value) = try Self.split(line)
            switch name {
            case "content-disposition":
                guard disposition == nil else { throw .malformedHeaders }
                disposition = ParameterizedValue(try Self.text(value))
            case "content-type":
                guard contentType == nil else { throw .malformedHeaders }
                let type = try Self.text(value)
                // RFC 7578 §4.3 took nested forms out of use; to read one as a file would hide what is in it.
                guard !ParameterizedValue(type).value.hasPrefix("multipart/") else { throw .nested }
                contentType = type
            case "content-transfer-encoding":
                // Encoded content would be taken for what it encodes. RFC 7578 §4.7 took it out of use.
                guard ["7bit", "8bit", "binary"].contains(try Self.text(value).lowercased()) else {
                    throw .unsupportedTransferEncoding
                }
            default: break  // RFC 7578 §4.8: others are ignored.
            }
        }
        guard let disposition, disposition.value == "form-data", let parameters = disposition.parameters
        else { throw .malformedHeaders }
        guard let name = try Self.text(of: "name", in: parameters) else { throw .missingName }
        self.name = name
        filename = try Self.text(of: "filename", in: parameters)
        self.contentType = contentType
    }

    /// A line's lower-cased name and its trimmed value.
    private static func split(
        _ line: [UInt8]
    ) throws(MultipartError) -> (name: String, value: ArraySlice<UInt8>) {
        // A space or tab at the start would be obs-fold; it is no token character either way.
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

    /// The parameter `name*` where it can be read, else `name`: whoever sends both sends the second for readers that
    /// don't know the first (RFC 6266 §4.3).
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

    /// Browsers write `"`, CR and LF in names as `%22`, `%0D` and `%0A`, and a percent sign as itself (WHATWG HTML,
    /// "multipart/form-data encoding algorithm"): these three are read back, and nothing else.
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

/// Collects the lines of one part's header block as they arrive, within the limits.
struct PartHeaderLines: Sendable {
    private var lines: [[UInt8]] = []
    private var line: [UInt8] = []
    private var count = 0
    private var isAfterCR = false

    /// Takes the next byte; true where it ends the block.
    mutating func take(_ byte: UInt8, limits: MultipartLimits) throws(MultipartError) -> Bool {
        count += 1
        if count > limits.headerBytes { throw .headersTooLarge(limit: limits.headerBytes) }
        // A CR and an LF come as a pair or not at all: other readers end lines at either, and would see other headers.
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

    /// Hands out what was collected and starts the next block.
    mutating func takeHeader() throws(MultipartError) -> PartHeader {
        defer { self = PartHeaderLines() }
        return try PartHeader(lines: lines)
    }
}
