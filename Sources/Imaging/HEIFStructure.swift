/// HEIF (ISO/IEC 23008-12), the container of HEIC and AVIF: the size of the largest image in it.
enum HEIFStructure {
    /// The picture shown may be smaller, cropped or turned; its decoder says how large it is.
    static func header(_ reader: ByteReader) throws(ImagingError) -> ImageHeader {
        let file = 0..<reader.count
        guard let meta = first("meta", in: file, reader) else { throw .corrupt(.heif, .truncated) }
        // Version and flags stand in front of what meta holds.
        guard let properties = first("iprp", in: meta.dropFirst(4), reader),
            let container = first("ipco", in: properties, reader)
        else { throw .corrupt(.heif, .badHeader) }
        var largest: (width: Int, height: Int)?
        var offset = container.lowerBound
        while let box = Box(reader, at: offset, in: container) {
            if box.isNamed("ispe", reader), let width = reader.bigEndian32(at: box.payload.lowerBound + 4),
                let height = reader.bigEndian32(at: box.payload.lowerBound + 8)
            {
                // Two numbers of 32 bits: their product may not fit.
                let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
                let most = largest.map { $0.width * $0.height } ?? -1
                guard !overflow else { throw .corrupt(.heif, .badHeader) }
                if pixels > most { largest = (width, height) }
            }
            offset = box.payload.upperBound
        }
        guard let largest else { throw .corrupt(.heif, .badHeader) }
        return try ImageHeader(format: .heif, width: largest.width, height: largest.height)
    }

    private static func first(_ name: String, in range: Range<Int>, _ reader: ByteReader) -> Range<Int>? {
        var offset = range.lowerBound
        while let box = Box(reader, at: offset, in: range) {
            if box.isNamed(name, reader) { return box.payload }
            offset = box.payload.upperBound
        }
        return nil
    }

    private struct Box {
        private let name: Int
        let payload: Range<Int>

        /// nil where no whole box fits.
        init?(_ reader: ByteReader, at offset: Int, in range: Range<Int>) {
            guard let length = reader.bigEndian32(at: offset) else { return nil }
            name = offset + 4
            let start: Int
            let end: Int
            switch length {
            case 0: (start, end) = (offset + 8, range.upperBound)
            case 1:
                guard let high = reader.bigEndian32(at: offset + 8), high == 0,
                    let low = reader.bigEndian32(at: offset + 12)
                else { return nil }
                (start, end) = (offset + 16, offset + low)
            default: (start, end) = (offset + 8, offset + length)
            }
            guard start <= end, end <= range.upperBound else { return nil }
            payload = start..<end
        }

        func isNamed(_ ascii: String, _ reader: ByteReader) -> Bool { reader.matches(ascii, at: name) }
    }
}
