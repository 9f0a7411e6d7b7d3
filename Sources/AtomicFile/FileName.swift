/// Paths as texts. To Linux a name is bytes, which needn't be UTF-8, and a text holds nothing else. So the bytes of such a name that aren't
/// ASCII stand in a text as characters for private use, U+10FF80 to U+10FFFF, and become bytes again where a file is opened.
extension String {
    private static let base: UInt32 = 0x10FF00
    private static let escapes = base + 0x80...base + 0xFF

    private var hasEscapes: Bool { unicodeScalars.contains { Self.escapes.contains($0.value) } }

    /// - Parameter bytes: a path, or a part of one.
    package init(fileName bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        // A name that has one of the characters itself must be found again too.
        guard hasEscapes || !utf8.elementsEqual(bytes) else { return }
        self = ""
        for byte in bytes {
            let value = byte < 0x80 ? UInt32(byte) : Self.base + UInt32(byte)
            unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
    }

    private var bytesOfName: [UInt8] {
        guard hasEscapes else { return Array(utf8) }
        return unicodeScalars.flatMap { scalar in
            Self.escapes.contains(scalar.value)
                ? [UInt8(scalar.value - Self.base)] : Array(String(scalar).utf8)
        }
    }

    /// The path for a call of the system, with the zero that ends it.
    package var filePath: [CChar] { bytesOfName.map { CChar(bitPattern: $0) } + [0] }

    /// A text with paths in it, for people: what isn't UTF-8 is a replacement character.
    package var readable: String { hasEscapes ? String(decoding: bytesOfName, as: UTF8.self) : self }
}
