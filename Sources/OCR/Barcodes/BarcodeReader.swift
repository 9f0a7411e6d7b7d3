package import Imaging
package import TextAnalysis

/// Finds and reads QR codes and barcodes, dark on light and light on dark.
///
/// A search of our own finds the places where codes may be. Only those patches go to ZXing: scaled, dark on light, and with a
/// bounded number of finder patterns, because its time grows with their third power.
package enum BarcodeReader {
    /// Largest number of finder patterns in a patch: a code has three, and its data and noise look like some more.
    private static let maxPatternsInPatch = 40
    /// The largest number of patches that hold no code before the search ends; each code that is found allows one more. The
    /// likeliest patches come first.
    private static let maxMisses = 6
    /// The largest area of all patches together, as a multiple of the picture's. It bounds the time.
    private static let maxArea = 4
    /// The largest number of finder patterns outside of groups that are paired, and the largest number of their pairs that are
    /// read. It bounds the time.
    private static let maxLoosePatterns = 12
    private static let maxPairs = 4
    /// The largest number of places with stripes that are read. It bounds the time.
    private static let maxStripes = 8
    /// The largest number of rows of a barcode that are read. All rows say the same.
    private static let stripeHeight = 160
    /// The margin around a QR code, in modules. The code's quiet zone has four.
    private static let codeMargin = 5.0
    /// The width of a barcode divided by the margin at its left and right; `stripeMargin` pixels are added to the margin.
    private static let widthOverMargin = 8
    private static let stripeMargin = 12

    /// - Returns: at most `Transcript.Code.maxCount` codes from top to bottom, with boxes in pixels of the bitmap. ZXing guesses
    ///   the encodings of payloads and converts them to UTF-8; codes with an empty or overlong payload are left out.
    package static func read(_ bitmap: borrowing Bitmap) -> [Transcript.Code] {
        let (width, height) = (bitmap.width, bitmap.height)
        return bitmap.withPixels { picture in
            var reading = Reading(picture: picture, width: width, height: height)
            reading.run()
            return reading.codes.sorted { ($0.box.y, $0.box.x) < ($1.box.y, $1.box.x) }
        }
    }

    private struct Reading {
        let picture: UnsafeBufferPointer<UInt8>
        let width: Int
        let height: Int
        var codes: [Transcript.Code] = []
        private var misses = 0
        private var area = 0

        init(picture: UnsafeBufferPointer<UInt8>, width: Int, height: Int) {
            self.picture = picture
            self.width = width
            self.height = height
        }

        private var isDone: Bool {
            codes.count >= Transcript.Code.maxCount || misses >= maxMisses + codes.count
                || area >= BarcodeReader.maxArea * width * height
        }

        mutating func run() {
            var finders = FinderPatternSearch(picture, width: width, height: height)
            var stripes = StripeSearch()
            var runs = RowRuns()
            for y in stride(from: 1, to: height - 1, by: FinderPatternSearch.rowStep) {
                runs.scan(picture, width: width, y: y)
                if !finders.isExhausted { finders.take(runs, y: y) }
                if (y - 1) % StripeSearch.rowStep == 0 { stripes.take(runs, y: y) }
            }
            readMatrixCodes(finders.patterns)
            for region in stripes.candidates.prefix(maxStripes) where !isDone { readStripes(region) }
        }

        private mutating func readMatrixCodes(_ patterns: [FinderPattern]) {
            guard patterns.count >= 2 else { return }
            var isUsed = [Bool](repeating: false, count: patterns.count)
            for group in FinderGroup.groups(of: patterns, on: picture, width: width, height: height)
            where !isDone {
                guard !group.members.contains(where: { isUsed[$0] }) else { continue }
                read(group, patterns, &isUsed)
            }
            // Two of a code's patterns are left if a logo, a fold or noise hides the third.
            let rest = patterns.indices.filter {
                !isUsed[$0] && patterns[$0].hits > 1 && patterns[$0].isStrong
            }
            var pairs = rest.prefix(BarcodeReader.maxLoosePatterns).flatMap { first in
                rest.prefix(BarcodeReader.maxLoosePatterns).compactMap { second in
                    second > first ? FinderGroup(pair: first, second, of: patterns) : nil
                }
            }
            pairs.sort { $0.misfit < $1.misfit }
            for pair in pairs.prefix(BarcodeReader.maxPairs)
            where !isDone && !pair.members.contains(where: { isUsed[$0] }) {
                read(pair, patterns, &isUsed)
            }
        }

        private mutating func read(_ group: FinderGroup, _ patterns: [FinderPattern], _ isUsed: inout [Bool])
        {
            let margin = codeMargin * group.module
            let patch = GreyPatch(
                picture, width: width, height: height, left: group.left - margin, top: group.top - margin,
                right: group.right + margin, bottom: group.bottom + margin, module: group.module,
                isInverted: group.isLight)
            guard let patch else { return }
            area += patch.width * patch.height
            guard patch.patterns(upTo: BarcodeReader.maxPatternsInPatch) < BarcodeReader.maxPatternsInPatch
            else {
                misses += 1
                return
            }
            for found in read(patch, SymbolKinds.matrix) {
                codes.append(found)
                let box = found.box
                for (index, pattern) in patterns.enumerated()
                where Int(pattern.x) >= box.x && Int(pattern.x) < box.x + box.width && Int(pattern.y) >= box.y
                    && Int(pattern.y) < box.y + box.height
                { isUsed[index] = true }
                if codes.count >= Transcript.Code.maxCount { return }
            }
        }

        private mutating func readStripes(_ region: StripeSearch.Region) {
            let middle = (region.top + region.bottom) / 2
            let isKnown = codes.contains { code in
                code.box.x < region.right && region.left < code.box.x + code.box.width
                    && (code.box.y..<(code.box.y + code.box.height)).contains(middle)
            }
            guard !isKnown else { return }
            let margin = (region.right - region.left) / widthOverMargin + BarcodeReader.stripeMargin
            let half = min(region.bottom - region.top, stripeHeight) / 2
            for isInverted in [false, true] {
                let patch = GreyPatch(
                    picture, width: width, height: height, left: Double(region.left - margin),
                    top: Double(middle - half), right: Double(region.right + margin),
                    bottom: Double(middle + half), module: nil, isInverted: isInverted)
                guard let patch, var found = read(patch, SymbolKinds.linear).first else { continue }
                found.box = Box(
                    x: region.left, y: region.top, width: region.right - region.left,
                    height: region.bottom - region.top)
                codes.append(found)
                return
            }
        }

        /// Returns the codes in a patch that weren't found before.
        private mutating func read(_ patch: borrowing GreyPatch, _ kinds: SymbolKinds) -> [Transcript.Code] {
            area += patch.width * patch.height
            let found = patch.read(kinds, width: width, height: height).filter { found in
                !codes.contains { $0.box.overlaps(found.box) && $0.payload == found.payload }
            }
            if found.isEmpty { misses += 1 }
            return found
        }
    }
}

extension Box {
    fileprivate func overlaps(_ other: Box) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
}

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
