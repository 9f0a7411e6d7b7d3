import OCR
import TextAnalysis

/// The server's reply to a worker that offered lines of its image.
struct SharingReply: Equatable {
    /// Number of the request that the offer belongs to; the reply may come after that request was answered.
    let number: UInt64
    /// The words of each strip; nil if no other worker could read them.
    let readings: [[Transcript.Word]]?

    /// Tells a reply from a request, whose first byte is a `WorkerRequest.Subject`.
    private static let mark = UInt8(ascii: "h")

    init(number: UInt64, readings: [[Transcript.Word]]?) {
        self.number = number
        self.readings = readings
    }

    static func isReply(_ bytes: [UInt8]) -> Bool { bytes.first == mark }

    var encoded: [UInt8] {
        var writer = WireWriter()
        writer.byte(Self.mark)
        writer.integer(number)
        writer.byte(readings == nil ? 0 : 1)
        if let readings { writer.readings(readings) }
        return writer.bytes
    }

    init(decoding bytes: [UInt8], strips: [LineStrip]) throws(WireError) {
        var reader = WireReader(bytes)
        guard try reader.byte() == Self.mark else { throw WireError() }
        number = try reader.integer64()
        switch try reader.byte() {
        case 0: readings = nil
        case 1: readings = try reader.readings(of: strips)
        default: throw WireError()
        }
        try reader.finish()
    }
}
