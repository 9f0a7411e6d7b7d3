import CPictures
import Glibc

/// An upright grey picture without transparency: one byte a pixel, from 0 for black to 255 for white, rows without padding.
package struct Bitmap: ~Copyable, Sendable {
    package let width: Int
    package let height: Int
    /// Size of the picture that the bitmap shows, upright. It is larger than `width` × `height` if the picture was reduced, by
    /// the same factor on both sides to within a pixel.
    package let pictureWidth: Int
    package let pictureHeight: Int
    private var pixels: [UInt8]

    /// A bitmap of a picture in its own size.
    /// - Precondition: `pixels` holds `width` × `height` bytes.
    package init(width: Int, height: Int, pixels: [UInt8]) {
        self.init(width: width, height: height, pixels: pixels, pictureWidth: width, pictureHeight: height)
    }

    /// - Precondition: `pixels` holds `width` × `height` bytes, and the picture is at least as large as the bitmap.
    package init(width: Int, height: Int, pixels: [UInt8], pictureWidth: Int, pictureHeight: Int) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        precondition(pictureWidth >= width && pictureHeight >= height)
        self.width = width
        self.height = height
        self.pictureWidth = pictureWidth
        self.pictureHeight = pictureHeight
        self.pixels = pixels
    }

    /// Gives all rows from top to bottom; the buffer is valid only inside `body`.
    package borrowing func withPixels<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try pixels.withUnsafeBufferPointer(body)
    }

    /// - Precondition: the place lies inside the picture.
    package subscript(x: Int, y: Int) -> UInt8 {
        precondition((0..<width).contains(x) && (0..<height).contains(y))
        return pixels[y * width + x]
    }

    /// Fills a rectangle with one grey; the part of it outside the picture is ignored.
    package mutating func fill(x: Range<Int>, y: Range<Int>, with value: UInt8) {
        let (columns, rows) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        for row in rows {
            for column in columns { pixels[row * width + column] = value }
        }
    }
}

/// An upright picture in colour: a plane each of red, green and blue.
package struct ColorPicture: ~Copyable {
    private var planes: [GreyPlane]

    /// The largest number of pixels of a picture in colour. A phone's scroll capture of twelve screens has less; larger ones are
    /// reduced to a half, a quarter or less of their sides.
    package static let maxPixels = 16_000_000

    package var width: Int { planes[0].width }
    package var height: Int { planes[0].height }

    fileprivate init?(_ planes: [GreyPlane]) {
        var planes = planes
        guard planes.count == 3,
            planes.allSatisfy({ ($0.width, $0.height) == (planes[0].width, planes[0].height) })
        else { return nil }
        while planes[0].pixels.count > Self.maxPixels, min(planes[0].width, planes[0].height) > 1 {
            planes = planes.map { $0.halved() }
        }
        self.planes = planes
    }

    package mutating func halve() { planes = planes.map { $0.halved() } }

    /// Fills a rectangle with one colour; the part of it outside the picture is ignored.
    package mutating func fill(x: Range<Int>, y: Range<Int>, with color: (UInt8, UInt8, UInt8)) {
        for (index, value) in [color.0, color.1, color.2].enumerated() {
            planes[index].fill(x: x, y: y, with: value)
        }
    }

    /// The largest difference between two values of one colour within a rectangle; 0 outside the picture.
    package borrowing func contrast(x: Range<Int>, y: Range<Int>) -> Int {
        let (columns, rows) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
        guard !columns.isEmpty, !rows.isEmpty else { return 0 }
        var most = 0
        for plane in planes {
            var (low, high) = (UInt8.max, UInt8.min)
            for row in rows {
                for value in plane.pixels[row * width + columns.lowerBound..<row * width + columns.upperBound]
                {
                    (low, high) = (min(low, value), max(high, value))
                }
            }
            most = max(most, Int(high) - Int(low))
        }
        return most
    }

    /// The lowest and highest values of each colour in the cells of a grid, row by row.
    /// - Parameter side: the side of a cell in pixels.
    package borrowing func ranges(side: Int) -> [(low: [UInt8], high: [UInt8])] {
        let count = ((width + side - 1) / side) * ((height + side - 1) / side)
        return planes.map { plane in
            var high = [UInt8](repeating: 0, count: count)
            let low = [UInt8](unsafeUninitializedCapacity: count) { low, filled in
                ic_find_ranges(
                    plane.pixels, UInt32(width), UInt32(height), UInt32(side), low.baseAddress, &high)
                filled = count
            }
            return (low, high)
        }
    }

    /// The picture as a PNG that holds nothing but the pixels; nil if memory ran out.
    package borrowing func png() -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        defer { free(bytes) }
        guard
            ic_encode_png(
                planes[0].pixels, planes[1].pixels, planes[2].pixels, UInt32(width), UInt32(height), &bytes,
                &count) == 0
        else { return nil }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}

extension ImageDecoder {
    /// Decodes an image in colour, or one of the frames that differ.
    /// - Parameter number: the frame's, from 1.
    package func decodeColors(_ bytes: [UInt8], frame number: Int = 1) throws(ImagingError) -> ColorPicture {
        let header = try checkedHeader(of: bytes)
        // The ground of a transparent picture is one for all colours; green says most of how light a colour is.
        var ground: AlphaFlattening?
        var planes: [GreyPlane] = []
        for sample in [PixelSample.green, .red, .blue] {
            if number == 1 {
                let size = ReducedSize(of: header, maxPixels: ColorPicture.maxPixels)
                let plane = try plane(of: bytes, header, size, sample)
                ground = ground ?? plane.flattening
                planes.append(plane.flattened(ground).turned(header.orientation))
            } else {
                var frames = FurtherFrames(of: bytes, header, by: self, sample)
                guard let plane = frames.plane(number, on: &ground) else {
                    throw .corrupt(header.format, .badData)
                }
                planes.append(plane)
            }
        }
        guard let picture = ColorPicture([planes[1], planes[0], planes[2]]) else {
            throw .corrupt(header.format, .badData)
        }
        return picture
    }
}
