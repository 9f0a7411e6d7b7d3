package import Foundation

/// Pictures full of shapes that look like letters and are none. Reading one takes many times as long as a screenshot.
package enum DearPicture {
    private static let (width, height) = (1_080, 2_400)
    private static let (lineHeight, letterHeight) = (26, 18)

    /// Makes a BMP file of grey pixels.
    /// - Parameter number: pictures with different numbers differ.
    package static func make(number: Int) -> Data {
        var random = SeededGenerator(state: UInt64(number) + 1)
        var pixels = [UInt8](repeating: 255, count: width * height)
        func fill(_ rows: Range<Int>, _ columns: Range<Int>) {
            for row in rows { for column in columns { pixels[row * width + column] = 0 } }
        }
        for top in stride(from: 4, to: height - lineHeight, by: lineHeight) {
            var left = 4
            while left < width - 16 {
                let letter = Int.random(in: 6...12, using: &random)
                for _ in 0..<5 {
                    if Bool.random(using: &random) {
                        let row = top + Int.random(in: 0..<letterHeight - 2, using: &random)
                        fill(row..<row + 2, left..<left + letter)
                    } else {
                        let column = left + Int.random(in: 0..<letter - 1, using: &random)
                        let row = top + Int.random(in: 0..<9, using: &random)
                        fill(row..<row + 9, column..<column + 2)
                    }
                }
                left += letter + (Int.random(in: 0..<4, using: &random) == 0 ? 10 : 3)
            }
        }
        return header + pixels
    }

    private static var header: Data {
        func little(_ value: Int, _ width: Int) -> Data {
            Data((0..<width).map { UInt8(value >> (8 * $0) & 0xFF) })
        }
        let offset = 14 + 40 + 1_024
        var bytes = Data("BM".utf8) + little(offset + width * height, 4) + little(0, 4) + little(offset, 4)
        bytes += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(8, 2)
        bytes += Data(count: 24)
        for grey in 0..<256 { bytes += Data([UInt8(grey), UInt8(grey), UInt8(grey), 0]) }
        return bytes
    }
}
