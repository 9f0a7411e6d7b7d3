import TextAnalysis

extension WireWriter {
    mutating func codes(_ codes: [Transcript.Code]) {
        count(codes.count)
        for code in codes {
            byte(UInt8(Transcript.Code.Symbology.allCases.firstIndex(of: code.symbology) ?? 0))
            string(code.payload)
            for value in [code.box.x, code.box.y, code.box.width, code.box.height] { count(value) }
        }
    }
}

extension WireReader {
    /// - Parameters: the picture's size, which no code's box may leave.
    mutating func codes(width: Int, height: Int) throws(WireError) -> [Transcript.Code] {
        var codes: [Transcript.Code] = []
        for _ in 0..<(try count(0...Transcript.Code.maxCount)) {
            let symbology = Int(try byte())
            guard Transcript.Code.Symbology.allCases.indices.contains(symbology) else { throw WireError() }
            let payload = try string(upTo: Transcript.Code.maxPayload)
            guard !payload.isEmpty else { throw WireError() }
            let (x, y) = (try count(0...width - 1), try count(0...height - 1))
            let box = Box(
                x: x, y: y, width: try count(1...width - x), height: try count(1...height - y))
            codes.append(
                Transcript.Code(
                    symbology: Transcript.Code.Symbology.allCases[symbology], payload: payload, box: box))
        }
        return codes
    }
}
