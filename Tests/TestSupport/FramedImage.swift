/// Images of several grey pictures, made in memory without compression.
package struct FramedImage {
    package struct Frame {
        package var x = 0
        package var y = 0
        package let width: Int
        package let height: Int
        package let pixels: [UInt8]
        /// The grey value that is transparent in a GIF.
        package var transparent: UInt8?
        /// What becomes of the frame: 1 keeps it, 2 clears its area, 3 brings back what was there before, as GIF has it.
        package var disposal: UInt8 = 1

        package init(width: Int, height: Int, pixels: [UInt8]) {
            (self.width, self.height, self.pixels) = (width, height, pixels)
        }
    }

    package enum Kind: String, CaseIterable, Sendable {
        case gif, apng, tiff
    }

    /// The frames. The first one is as large as the canvas.
    package var frames: [Frame]

    package init(_ frames: [Frame]) { self.frames = frames }

    package func bytes(_ kind: Kind) -> [UInt8] {
        switch kind {
        case .gif: gif
        case .apng: apng
        case .tiff: tiff
        }
    }

    private static func word(_ value: Int, bytes: Int = 2) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private var gif: [UInt8] {
        var bytes =
            Array("GIF89a".utf8) + Self.word(frames[0].width) + Self.word(frames[0].height) + [0xF7, 0, 0]
        for value in 0...UInt8.max { bytes += [value, value, value] }
        for frame in frames {
            let flags = frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)
            bytes += [0x21, 0xF9, 4, flags, 50, 0, frame.transparent ?? 0, 0]
            bytes += [0x2C] + Self.word(frame.x) + Self.word(frame.y)
            bytes += Self.word(frame.width) + Self.word(frame.height) + [0, 8]
            let codes = Self.codes(frame.pixels)
            for start in stride(from: 0, to: codes.count, by: 255) {
                let block = codes[start..<min(start + 255, codes.count)]
                bytes += [UInt8(block.count)] + block
            }
            bytes.append(0)
        }
        return bytes + [0x3B]
    }

    /// The pixels as codes of nine bits, with a code in time that clears the table, so that codes grow no longer.
    private static func codes(_ pixels: [UInt8]) -> [UInt8] {
        let (clear, end) = (256, 257)
        var bytes: [UInt8] = []
        var (bits, count) = (0, 0)
        func put(_ code: Int) {
            bits |= code << count
            count += 9
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                count -= 8
            }
        }
        for (index, pixel) in pixels.enumerated() {
            if index % 200 == 0 { put(clear) }
            put(Int(pixel))
        }
        put(end)
        return bytes + [UInt8(truncatingIfNeeded: bits)]
    }

    private var apng: [UInt8] {
        let pictures = frames.map { frame in
            PlainPNG(width: frame.width, height: frame.height) { frame.pixels[$1 * frame.width + $0] }
        }
        var extra = PlainPNG.chunk("acTL", PlainPNG.word(frames.count) + PlainPNG.word(0))
        var rest: [UInt8] = []
        var sequence = 0
        for (index, frame) in frames.enumerated() {
            let place = [frame.width, frame.height, frame.x, frame.y].flatMap(PlainPNG.word)
            let control = PlainPNG.word(sequence) + place + [0, 1, 0, 2, frame.disposal - 1, 0]
            sequence += 1
            if index == 0 {
                extra += PlainPNG.chunk("fcTL", control)
            } else {
                rest += PlainPNG.chunk("fcTL", control)
                rest += PlainPNG.chunk("fdAT", PlainPNG.word(sequence) + pictures[index].stream)
                sequence += 1
            }
        }
        var first = pictures[0]
        (first.before, first.behind) = (extra, rest)
        return first.bytes
    }

    private var tiff: [UInt8] {
        var bytes = Array("II".utf8) + Self.word(42) + Self.word(0, bytes: 4)
        // The place of the offset of the next page.
        var link = 4
        for frame in frames {
            let pixels = bytes.count
            bytes += frame.pixels + (frame.pixels.count % 2 == 1 ? [0] : [])
            bytes.replaceSubrange(link..<link + 4, with: Self.word(bytes.count, bytes: 4))
            let fields = [
                (256, frame.width), (257, frame.height), (258, 8), (259, 1), (262, 1), (273, pixels),
                (277, 1),
                (278, frame.height), (279, frame.pixels.count),
            ]
            bytes += Self.word(fields.count)
            for (tag, value) in fields {
                bytes += Self.word(tag) + Self.word(4) + Self.word(1, bytes: 4) + Self.word(value, bytes: 4)
            }
            link = bytes.count
            bytes += Self.word(0, bytes: 4)
        }
        return bytes
    }
}
