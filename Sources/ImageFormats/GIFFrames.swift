extension GIFStructure {
    /// The offsets of a graphic control extension's fields from its introducer, and its label (section 23).
    private enum Control {
        static let label = 0xF9
        static let flags = 3
        static let transparentIndex = 6
    }

    /// The offsets of the screen's size in the file, and of a frame's place from its introducer.
    private static let screenWidth = 6
    private static let screenHeight = 8
    private static let frameX = 1
    private static let frameY = 3

    static func frames(_ reader: ByteReader) -> ImageFrames {
        guard var offset = firstBlock(reader), let width = reader.littleEndian16(at: screenWidth),
            let height = reader.littleEndian16(at: screenHeight)
        else { return ImageFrames(canvas: nil) }
        var frames = ImageFrames(canvas: (width, height))
        let head = 0..<offset
        var control = 0
        var transparentIndex: Int?
        while let introducer = reader.byte(at: offset), introducer != Introducer.trailer {
            // Some files are padded with zeros, which viewers skip.
            guard introducer != 0 else {
                offset += 1
                continue
            }
            let isFrame = introducer == Introducer.frame
            guard isFrame || introducer == Introducer.extension,
                let data = isFrame ? frameData(reader, at: offset) : offset + 2,
                let end = try? endOfData(reader, from: data)
            else {
                frames.areAll = false
                break
            }
            if isFrame {
                let frame = frame(
                    reader, head: head, body: offset..<end, control: control, transparentIndex)
                guard frames.add(frame) else { break }
                (control, transparentIndex) = (0, nil)
            } else if reader.byte(at: offset + 1) == Control.label {
                control = reader.byte(at: offset + Control.flags) ?? 0
                transparentIndex = control & 1 == 1 ? reader.byte(at: offset + Control.transparentIndex) : nil
            }
            offset = end
        }
        // Viewers enlarge a screen that is too small for its first frame.
        if let first = frames.frames.first {
            frames.canvas = (max(width, first.x + first.width), max(height, first.y + first.height))
        }
        return frames
    }

    /// - Parameters:
    ///   - head: the header and the colour table for all frames.
    ///   - body: the frame from its introducer to the end of its data.
    ///   - control: the packed fields that say what becomes of the frame.
    private static func frame(
        _ reader: ByteReader, head: Range<Int>, body: Range<Int>, control: Int, _ transparentIndex: Int?
    ) -> ImageFrames.Frame {
        let start = body.lowerBound
        func field(_ offset: Int) -> Int { reader.littleEndian16(at: start + offset) ?? 0 }
        let still = { Array(reader.bytes[head] + reader.bytes[body]) + [UInt8(Introducer.trailer)] }
        var frame = ImageFrames.Frame(
            width: field(frameWidth), height: field(frameHeight), still: still)
        (frame.x, frame.y) = (field(frameX), field(frameY))
        frame.isBlended = true
        frame.disposal =
            switch control >> 2 & 7 {
            case 2: .clear
            case 3: .restore
            default: .keep
            }
        guard let transparentIndex else { return frame }
        let ownColors = colorTableLength(reader.byte(at: start + frameFlags) ?? 0)
        let table =
            ownColors > 0
            ? head.upperBound + frameLength..<head.upperBound + frameLength + ownColors
            : headerLength..<head.upperBound
        frame.mask = {
            var bytes = still()
            for index in table { bytes[index] = 0 }
            let color = table.lowerBound + 3 * transparentIndex
            for index in color..<color + 3 where table.contains(index) { bytes[index] = .max }
            return bytes
        }
        return frame
    }
}
