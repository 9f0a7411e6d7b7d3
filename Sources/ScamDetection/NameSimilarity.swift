import Foundation
import TextAnalysis

/// Maps host names that look alike to the same bytes. The result is only compared with other results.
enum HostSkeleton {
    /// The largest length of a label in UTF-8 bytes: DNS allows 63 letters, and a letter takes up to four bytes.
    private static let longest = 4 * 63

    /// Maps letters and digits that look alike to one of them: `paypa1`, `paypaI` and `paypal` become the same, and
    /// so do `rn` and `m`, `vv` and `w`.
    static func folded(_ label: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(label.count)
        for byte in label {
            switch byte {
            case UInt8(ascii: "0"): result.append(UInt8(ascii: "o"))
            case UInt8(ascii: "1"), UInt8(ascii: "i"): result.append(UInt8(ascii: "l"))
            case UInt8(ascii: "3"): result.append(UInt8(ascii: "e"))
            case UInt8(ascii: "4"): result.append(UInt8(ascii: "a"))
            case UInt8(ascii: "5"): result.append(UInt8(ascii: "s"))
            case UInt8(ascii: "n") where result.last == UInt8(ascii: "r"):
                result[result.count - 1] = UInt8(ascii: "m")
            case UInt8(ascii: "v") where result.last == UInt8(ascii: "v"):
                result[result.count - 1] = UInt8(ascii: "w")
            default: result.append(byte)
            }
        }
        return result
    }

    /// The ASCII letters that a label's other letters pass for; Punycode is decoded first. Returns nil for ASCII
    /// labels, and for labels with letters that look like no ASCII letter, as real names in other scripts have.
    static func latin(_ label: ArraySlice<UInt8>, _ confusables: Confusables) -> [UInt8]? {
        let isEncoded = label.starts(with: "xn--".utf8)
        guard isEncoded || label.contains(where: { $0 >= 0x80 }), label.count <= longest else { return nil }
        var text = String(decoding: label, as: UTF8.self)
        if isEncoded {
            guard let decoded = Punycode.decoded(text.dropFirst("xn--".count)) else { return nil }
            text = decoded
        }
        var result: [UInt8] = []
        for scalar in text.decomposedStringWithCanonicalMapping.unicodeScalars {
            let letter = confusables.latinLetter(cased: scalar.value, folded: scalar.value) ?? scalar.value
            if let ascii = UInt8(exactly: letter), ascii < 0x80 {
                result.append(ascii)
            } else if !scalar.properties.isDiacritic {
                return nil
            }
        }
        return result
    }
}

/// Comparisons of short ASCII names that differ by one edit.
enum EditDistance {
    /// Whether one insertion, deletion, substitution or swap of neighbours makes `a` into `b`.
    static func isOne(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        guard abs(a.count - b.count) <= 1 else { return false }
        let prefix = zip(a, b).prefix { $0 == $1 }.count
        let restA = a.dropFirst(prefix)
        let restB = b.dropFirst(prefix)
        if restA.isEmpty, restB.isEmpty { return false }
        if a.count > b.count { return restA.dropFirst().elementsEqual(restB) }
        if a.count < b.count { return restB.dropFirst().elementsEqual(restA) }
        if restA.dropFirst().elementsEqual(restB.dropFirst()) { return true }
        guard restA.count >= 2 else { return false }
        return restA.first == restB.dropFirst().first && restA.dropFirst().first == restB.first
            && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
    }

    /// Whether `a` becomes `b` by a swap of two neighbours, by doubling a letter or by writing a doubled letter once.
    static func isSwapOrDoubling(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        guard isOne(a, b) else { return false }
        if a.count == b.count {
            return zip(a, b).count { $0 != $1 } == 2
        }
        func runs(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            bytes.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
        return runs(a) == runs(b)
    }
}
