import HTTPServer

/// Properties that must hold for any bytes, for fuzzers and tests. A property that doesn't hold ends the process.
package enum HTTP1Properties: UInt8, CaseIterable {
    case connection, chunked, multipart, contentType, percent

    /// - Parameter input: the first byte chooses the property, and the second how the rest is cut into pieces.
    package static func check(_ input: UnsafeRawBufferPointer) {
        guard input.count > 2, let property = Self(rawValue: input[0] % UInt8(allCases.count)) else { return }
        property.check(Array(input[2...]), seed: input[1])
    }

    private static let chunkedHead = Array(
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)

    package func check(_ bytes: [UInt8], seed: UInt8) {
        switch self {
        case .connection: Self.sameHoweverCut(bytes, seed)
        case .chunked: Self.sameHoweverCut(Self.chunkedHead + bytes, seed)
        case .multipart:
            let type = "multipart/form-data; boundary=x"
            let whole = Self.parts(bytes, cutAt: [], type)
            let cut = Self.parts(bytes, cutAt: Self.cuts(bytes.count, seed), type)
            precondition(whole == cut, "the form depends on how it is cut")
        case .contentType:
            let text = String(decoding: bytes, as: UTF8.self)
            _ = ParameterizedValue(text)
            let part = Array("--x\r\nContent-Disposition: ".utf8) + bytes + Array("\r\n\r\n".utf8)
            _ = Self.parts(part, cutAt: [], text)
            _ = Self.parts(part, cutAt: [], "multipart/form-data; boundary=x")
        case .percent:
            let text = String(decoding: bytes, as: UTF8.self)
            if let decoded = PercentDecoding.decode(text) {
                precondition(decoded.utf8.count <= text.utf8.count, "decoding made it longer")
            }
        }
    }

    private static func sameHoweverCut(_ bytes: [UInt8], _ seed: UInt8) {
        bytes.withUnsafeBytes { bytes in
            let whole = ConnectionTrace(of: bytes, cutAt: [])
            let cut = ConnectionTrace(of: bytes, cutAt: cuts(bytes.count, seed))
            precondition(whole == cut, "the exchange depends on how its bytes are cut")
        }
    }

    /// Returns the positions at which bytes are cut, from a few far apart to many close together. The same seed gives
    /// the same positions.
    private static func cuts(_ count: Int, _ seed: UInt8) -> [Int] {
        var state = UInt32(seed) &* 2_654_435_761 | 1
        func next() -> Int {
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int(state >> 8)
        }
        let longest = [1, 3, 7, 40, 100, 500][next() % 6]
        var cuts: [Int] = []
        var place = 1 + next() % longest
        while place < count {
            cuts.append(place)
            place += 1 + next() % longest
        }
        return cuts
    }

    /// Returns the parts of a form, each with its content in one piece, or the error with which the form was refused.
    private static func parts(
        _ bytes: [UInt8], cutAt cuts: [Int], _ contentType: String
    ) -> Result<[Part], MultipartError> {
        do throws(MultipartError) {
            var parser = try MultipartParser(contentType: contentType)
            var parts: [Part] = []
            var start = 0
            for cut in cuts + [bytes.count] {
                for event in try parser.feed(Array(bytes[start..<cut])) {
                    switch event {
                    case .part(let header): parts.append(Part(header: header))
                    case .content(let bytes): parts[parts.count - 1].content += bytes
                    case .partEnd: parts[parts.count - 1].isWhole = true
                    }
                }
                start = cut
            }
            try parser.finish()
            precondition(parts.allSatisfy(\.isWhole), "a part without an end")
            return .success(parts)
        } catch {
            return .failure(error)
        }
    }

    private struct Part: Equatable {
        let header: PartHeader
        var content: [UInt8] = []
        var isWhole = false
    }
}
