/// Whether bytes are a whole picture file, told by their structure and not by a name. Nothing is decoded.
package enum ImageCompleteness: Equatable, Sendable {
    /// From its header to its end.
    case complete(ImageKind)
    /// A picture that stops midway: still being written, or cut off.
    case incomplete(ImageKind)
    /// No picture of a kind that screenshots come in.
    case notImage

    package init(_ bytes: UnsafeRawBufferPointer) {
        guard let kind = ImageKind(bytes) else {
            self = .notImage
            return
        }
        let file = FileBytes(bytes: bytes)
        let isWhole =
            switch kind {
            case .png: Self.endsPNG(file)
            case .jpeg: Self.endsJPEG(file)
            case .webp: file.little32(4).map { $0 + 8 <= file.count } ?? false
            case .bmp: file.little32(2).map { $0 <= file.count } ?? false
            case .gif: Self.endsGIF(file)
            case .heif: Self.endsBoxes(file)
            }
        self = isWhole ? .complete(kind) : .incomplete(kind)
    }

    package init(_ bytes: [UInt8]) {
        self = bytes.withUnsafeBytes { ImageCompleteness($0) }
    }

    /// Chunk by chunk to `IEND` (PNG, section 5.3); what follows it doesn't matter.
    private static func endsPNG(_ file: FileBytes) -> Bool {
        var at = 8
        while let length = file.big32(at), let name = file.big32(at + 4) {
            // Length, name and checksum besides the data.
            at += 12 + length
            if name == 0x4945_4E44 { return at <= file.count }
        }
        return false
    }

    /// Segment by segment to the first scan, then to the end marker: entropy-coded data never holds `FF D9` (T.81, B.1.1.5).
    private static func endsJPEG(_ file: FileBytes) -> Bool {
        var at = 2
        while let marker = file.big16(at), marker >= 0xFF01 {
            if marker == 0xFFDA {
                return file.contains(0xFF, 0xD9, from: at)
            }
            guard let length = file.big16(at + 2), length >= 2 else { return false }
            at += 2 + length
        }
        return false
    }

    /// Block by block to the trailer (GIF89a, appendix B).
    private static func endsGIF(_ file: FileBytes) -> Bool {
        guard let screen = file.byte(10) else { return false }
        var at = 13 + colorTable(screen)
        while let introducer = file.byte(at) {
            switch introducer {
            case 0x3B: return true
            case 0x21: at += 2
            case 0x2C:
                guard let descriptor = file.byte(at + 9) else { return false }
                // The descriptor, its colors, and the size of the first codes.
                at += 10 + colorTable(descriptor) + 1
            default: return false
            }
            // Sub-blocks, each with its length, to an empty one.
            while let length = file.byte(at), length > 0 { at += 1 + length }
            at += 1
        }
        return false
    }

    /// Bytes of the color table that packed fields tell of.
    private static func colorTable(_ fields: Int) -> Int {
        fields & 0x80 == 0 ? 0 : 3 << (1 + (fields & 7))
    }

    /// Box by box (ISO/IEC 14496-12): the last one ends where the file does, and the picture's data is among them.
    private static func endsBoxes(_ file: FileBytes) -> Bool {
        var at = 0
        var hasData = false
        while at < file.count {
            guard var size = file.big32(at), let name = file.big32(at + 4) else { return false }
            if name == 0x6D64_6174 { hasData = true }
            if size == 0 { return hasData }
            if size == 1 {
                guard file.big32(at + 8) == 0, let low = file.big32(at + 12) else { return false }
                size = low
            }
            guard size >= 8 else { return false }
            at += size
        }
        return at == file.count && hasData
    }
}

/// Kinds of picture files that screenshot tools write and scan servers read.
package enum ImageKind: String, Sendable, CaseIterable {
    case png, jpeg, webp, gif, bmp, heif

    /// By the first 16 bytes.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        let file = FileBytes(bytes: bytes)
        guard let first = file.big32(0), let second = file.big32(4), let third = file.big32(8) else {
            return nil
        }
        switch (first, second, third) {
        case (0x8950_4E47, 0x0D0A_1A0A, _): self = .png
        case (0xFFD8_FF00...0xFFD8_FFFF, _, _): self = .jpeg
        case (0x5249_4646, _, 0x5745_4250): self = .webp
        case (0x4749_4638, 0x3761_0000...0x3761_FFFF, _), (0x4749_4638, 0x3961_0000...0x3961_FFFF, _):
            self = .gif
        // `BM`, and the reserved zeros after the size.
        case (0x424D_0000...0x424D_FFFF, _, _) where file.big32(6) == 0: self = .bmp
        // `ftyp` with the brands heic, heix, mif1, avif.
        case (_, 0x6674_7970, 0x6865_6963), (_, 0x6674_7970, 0x6865_6978), (_, 0x6674_7970, 0x6D69_6631),
            (_, 0x6674_7970, 0x6176_6966):
            self = .heif
        default: return nil
        }
    }
}

/// Checked reading of integers at places that the file itself names.
struct FileBytes {
    let bytes: UnsafeRawBufferPointer

    var count: Int { bytes.count }

    func byte(_ at: Int) -> Int? {
        bytes.indices.contains(at) ? Int(bytes[at]) : nil
    }

    func big16(_ at: Int) -> Int? {
        guard at >= 0, at <= count - 2 else { return nil }
        return Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
    }

    func big32(_ at: Int) -> Int? {
        guard at >= 0, at <= count - 4 else { return nil }
        return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
    }

    func little32(_ at: Int) -> Int? {
        guard at >= 0, at <= count - 4 else { return nil }
        return Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
    }

    func contains(_ first: UInt8, _ second: UInt8, from start: Int) -> Bool {
        var at = start
        while at < count - 1 {
            if bytes[at] == first, bytes[at + 1] == second { return true }
            at += 1
        }
        return false
    }
}
