package import Imaging
package import TextAnalysis

/// Takes codes off a picture once they are read: to an engine for text their modules are letters.
package enum CodeEraser {
    /// Leaves the grey that surrounds each code.
    package static func erase(_ codes: [Transcript.Code], from bitmap: inout Bitmap) {
        for code in codes {
            let box = code.box
            // Some of the outermost modules may stick out of the box; the quiet zone is wider than that. Bars were
            // measured from one looked-at row to another.
            let isQR = code.symbology == .qr
            let rim = isQR ? max(2, min(box.width, box.height) / 50) : StripeSearch.rowStep
            let x = (box.x - rim)..<(box.x + box.width + rim)
            let y = (box.y - rim)..<(box.y + box.height + rim)
            bitmap.fill(x: x, y: y, with: ground(around: x, y, of: bitmap))
        }
    }

    /// The median of the pixels along a rectangle's edge.
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
        return values.isEmpty ? 255 : values[values.count / 2]
    }
}
