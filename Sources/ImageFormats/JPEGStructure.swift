/// JPEG (ITU T.81): the markers up to the first scan, and the scans.
package struct JPEGStructure {
    let header: ImageHeader
    /// The payload of the first segment with EXIF; it may reach beyond the file.
    let exif: Range<Int>?
    private let firstScan: Int?

    /// Largest number of scans that is decoded: each scan of a progressive file is a pass over the whole picture, and
    /// encoders write about ten.
    package static let maxScans = 100
    private static let startLength = 2
    /// The number of bits of a sample. JPEG with 12 bits isn't read.
    private static let precision = 8

    init(_ reader: ByteReader) throws(ImagingError) {
        var frame: (width: Int, height: Int)?
        var orientation = Orientation.upright
        var exif: Range<Int>?
        var scan: Int?
        var offset = Self.startLength
        while let segment = try Segment(reader, from: offset) {
            if segment.marker == Marker.scan {
                scan = segment.start
                break
            }
            let payload = segment.payload
            if Marker.isFrame(segment.marker) {
                guard frame == nil, let precision = reader.byte(at: payload.lowerBound),
                    let height = reader.bigEndian16(at: payload.lowerBound + 1),
                    let width = reader.bigEndian16(at: payload.lowerBound + 3)
                else { throw .corrupt(.jpeg, .badHeader) }
                guard precision == Self.precision, segment.marker != Marker.losslessFrame else {
                    throw .unsupportedFeature(.jpeg, feature: "precision")
                }
                frame = (width, height)
            } else if segment.marker == Marker.app1, reader.matches("Exif", at: payload.lowerBound) {
                let found = Orientation(exif: reader, at: payload.lowerBound, count: payload.count)
                if found != .upright { orientation = found }
                exif = exif ?? payload
            }
            offset = payload.upperBound
        }
        guard let frame else { throw .corrupt(.jpeg, scan == nil ? .truncated : .badHeader) }
        self.exif = exif
        firstScan = scan
        header = try ImageHeader(
            format: .jpeg, width: frame.width, height: frame.height, orientation: orientation)
    }

    /// Number of scans up to the end of the picture, counted no further than `maxScans` + 1.
    package static func scanCount(_ reader: ByteReader) throws(ImagingError) -> Int {
        let structure = try JPEGStructure(reader)
        return structure.firstScan.map { Self.scans(reader, from: $0, limit: maxScans).count } ?? 0
    }

    /// Whether segments follow each other up to a scan, and scans up to the end marker.
    static func isComplete(_ reader: ByteReader) -> Bool {
        var offset = startLength
        while let segment = try? Segment(reader, from: offset) {
            if segment.marker == Marker.scan {
                return scans(reader, from: segment.start, limit: .max).hasEnd
            }
            offset = segment.payload.upperBound
        }
        return false
    }

    /// Counts scans up to the end marker, or to one more than the limit. Compressed data never holds a marker (B.1.1.5).
    private static func scans(
        _ reader: ByteReader, from start: Int, limit: Int
    ) -> (count: Int, hasEnd: Bool) {
        var offset = start
        var count = 0
        while count <= limit, let found = reader.bytes[offset...].firstIndex(of: Marker.prefix),
            let marker = reader.byte(at: found + 1)
        {
            if marker == Marker.end { return (count, true) }
            if marker == Marker.scan { count += 1 }
            offset = min(marker == Int(Marker.prefix) ? found + 1 : found + 2, reader.count)
        }
        return (count, false)
    }
}

/// The second bytes of JPEG's markers (table B.1); the first is `prefix`.
private enum Marker {
    static let prefix: UInt8 = 0xFF
    static let start = 0xD8
    static let end = 0xD9
    static let scan = 0xDA
    /// The marker of the segment that holds EXIF.
    static let app1 = 0xE1
    static let losslessFrame = 0xC3
    /// A zero after the prefix makes no marker: both bytes stand for a data byte of 0xFF.
    static let stuffing = 0x00
    private static let temporary = 0x01
    private static let restarts = 0xD0...0xD7
    /// The range of frame markers. The tables DHT, JPG and DAC have numbers in it too.
    private static let frames = 0xC0...0xCF
    private static let tables = [0xC4, 0xC8, 0xCC]

    static func isFrame(_ marker: Int) -> Bool { frames.contains(marker) && !tables.contains(marker) }

    /// Whether a marker has no segment after it.
    static func isAlone(_ marker: Int) -> Bool { marker == temporary || restarts.contains(marker) }
}

private struct Segment {
    let marker: Int
    /// The offset of the marker's prefix.
    let start: Int
    /// The segment's bytes after its length; they may reach beyond the file. Empty for the scan marker.
    let payload: Range<Int>

    /// The number of bytes of a segment's length. The length counts them too.
    private static let lengthSize = 2

    /// Reads the next marker that has a segment. A marker must stand at `start`. Returns nil at the end of the bytes.
    init?(_ reader: ByteReader, from start: Int) throws(ImagingError) {
        var offset = start
        while let prefix = reader.byte(at: offset) {
            guard prefix == Int(Marker.prefix), let marker = reader.byte(at: offset + 1) else {
                throw .corrupt(.jpeg, prefix == Int(Marker.prefix) ? .truncated : .badHeader)
            }
            if marker == Int(Marker.prefix) {
                offset += 1
                continue
            }
            if Marker.isAlone(marker) {
                offset += 2
                continue
            }
            (self.start, self.marker) = (offset, marker)
            let body = offset + 2
            if marker == Marker.scan {
                payload = body..<body
                return
            }
            guard ![Marker.stuffing, Marker.start, Marker.end].contains(marker),
                let length = reader.bigEndian16(at: body), length >= Self.lengthSize
            else { throw .corrupt(.jpeg, .badHeader) }
            payload = body + Self.lengthSize..<body + length
            return
        }
        return nil
    }
}
