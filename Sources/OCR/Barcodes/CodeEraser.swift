package import Imaging
package import TextAnalysis

/// Erases codes from a bitmap once they are read: an engine for text would read their modules as letters.
package enum CodeEraser {
    /// The width of a QR code divided by the rim around it that is filled too, because some of its outermost modules may stick
    /// out of its box. The rim has at least as many pixels as the constant below. The quiet zone around the code is wider.
    private static let sideOverRim = 50
    private static let minRim = 2
    /// The grey of a white page, for codes that fill the whole bitmap.
    private static let white: UInt8 = 255

    /// Fills each code with the grey that surrounds it.
    package static func erase(_ codes: [Transcript.Code], from bitmap: inout Bitmap) {
        for code in codes {
            let box = code.box
            // The ends of bars were measured from one scanned row to another.
            let isQR = code.symbology == .qr
            let rim = isQR ? max(minRim, min(box.width, box.height) / sideOverRim) : StripeSearch.rowStep
            let x = (box.x - rim)..<(box.x + box.width + rim)
            let y = (box.y - rim)..<(box.y + box.height + rim)
            bitmap.fill(x: x, y: y, with: ground(around: x, y, of: bitmap))
        }
    }

    /// Returns the median grey of the pixels along a rectangle's edge.
    private static func ground(
        around x: Range<Int>, _ y: Range<Int>, of bitmap: borrowing Bitmap
    ) -> UInt8 {
        let (columns, rows) = (0..<bitmap.width, 0..<bitmap.height)
        var values: [UInt8] = []
        for row in [y.lowerBound, y.upperBound] where rows.contains(row) {
            for column in x.clamped(to: columns) { values.append(bitmap[column, row]) }
        }
        for column in [x.lowerBound, x.upperBound] where columns.contains(column) {
            for row in y.clamped(to: rows) { values.append(bitmap[column, row]) }
        }
        values.sort()
        return values.isEmpty ? white : values[values.count / 2]
    }
}
