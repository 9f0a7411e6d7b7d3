package import Foundation

/// PNG images without any drawing on them. They are made byte by byte.
package enum BlankPicture {
    /// A white image with a size of 64 × 64 pixels.
    package static let png = make(width: 64, height: 64, rows: 64)
    /// An image whose header says 60,000 × 60,000 pixels, and which holds the data of one row only.
    package static let bomb = make(width: 60_000, height: 60_000, rows: 1)

    /// Makes a 1-bit grey PNG whose data aren't compressed.
    package static func make(width: Int, height: Int, rows: Int) -> Data {
        var pixels: [UInt8] = []
        for _ in 0..<rows { pixels += [0] + [UInt8](repeating: 0xFF, count: (width + 7) / 8) }
        let length = UInt16(pixels.count)
        let stored: [UInt8] = [
            0x78, 0x01, 0x01, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255),
            UInt8(~length >> 8),
        ]
        return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            + chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [1, 0, 0, 0, 0])
            + chunk("IDAT", stored + pixels + bigEndian(adler(pixels))) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> Data {
        let body = Array(name.utf8) + content
        return Data(bigEndian(UInt32(content.count)) + body + bigEndian(crc(body)))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }
}
