/// JPEG (ITU T.81): a walk over the markers up to the first scan, and over the scans for their number.
struct JPEGStructure {
    let header: ImageHeader
    private let firstScan: Int?

    /// Each scan of a progressive file is a pass over the whole picture; encoders use ten or so.
    static let maxScans = 100

    init(_ reader: ByteReader) throws(ImagingError) {
        var offset = 2
        var frame: (width: Int, height: Int)?
        var orientation = Orientation.upright
        var scan: Int?
        walk: while let prefix = reader.byte(at: offset) {
            guard prefix == 0xFF, let marker = reader.byte(at: offset + 1) else {
                throw .corrupt(.jpeg, prefix == 0xFF ? .truncated : .badHeader)
            }
            switch marker {
            case 0xFF:
                offset += 1
                continue walk
            case 0x01, 0xD0...0xD7:
                offset += 2
                continue walk
            case 0xDA:
                scan = offset
                break walk
            case 0x00, 0xD8, 0xD9: throw .corrupt(.jpeg, .badHeader)
            default: break
            }
            guard let length = reader.bigEndian16(at: offset + 2), length >= 2 else {
                throw .corrupt(.jpeg, .badHeader)
            }
            if Self.isFrame(marker) {
                guard frame == nil, let precision = reader.byte(at: offset + 4),
                    let height = reader.bigEndian16(at: offset + 5),
                    let width = reader.bigEndian16(at: offset + 7)
                else { throw .corrupt(.jpeg, .badHeader) }
                guard precision == 8, marker != 0xC3 else {
                    throw .unsupportedFeature(.jpeg, feature: "precision")
                }
                frame = (width, height)
            } else if marker == 0xE1, reader.matches("Exif", at: offset + 4) {
                let found = Orientation(exif: reader, at: offset + 4, count: length - 2)
                if found != .upright { orientation = found }
            }
            offset += 2 + length
        }
        guard let frame else { throw .corrupt(.jpeg, scan == nil ? .truncated : .badHeader) }
        firstScan = scan
        header = try ImageHeader(
            format: .jpeg, width: frame.width, height: frame.height, orientation: orientation)
    }

    /// SOF0…SOF15 without the tables (DHT, JPG, DAC) that share their numbers.
    private static func isFrame(_ marker: Int) -> Bool {
        (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
    }

    /// Number of scans up to the end of the picture, counted no further than `maxScans` + 1.
    func scanCount(_ reader: ByteReader) -> Int {
        guard var offset = firstScan else { return 0 }
        var count = 0
        while count <= Self.maxScans, let found = reader.bytes[offset...].firstIndex(of: 0xFF),
            let marker = reader.byte(at: found + 1)
        {
            if marker == 0xD9 { break }
            if marker == 0xDA { count += 1 }
            offset = min(marker == 0xFF ? found + 1 : found + 2, reader.count)
        }
        return count
    }
}
