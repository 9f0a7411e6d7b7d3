import Foundation
import TextAnalysis

/// Brings names that look alike to one form, for comparing only.
enum HostSkeleton {
    /// In UTF-8, for a label of 63 letters of any script.
    private static let longest = 4 * 63

    /// `paypa1`, `paypaI` and `paypal` become the same; so do `rn` and `m`, `vv` and `w`.
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

    /// The ASCII letters that a label's other letters pass for; labels in Punycode are decoded first. Nil where the
    /// label is ASCII, or where it holds letters that pass for none, as real names in other scripts do.
    static func latin(_ label: ArraySlice<UInt8>, _ confusables: Confusables) -> [UInt8]? {
        let isEncoded = label.starts(with: "xn--".utf8)
        guard isEncoded || label.contains(where: { $0 >= 0x80 }), label.count <= longest else { return nil }
        var text = String(decoding: label, as: UTF8.self)
        if isEncoded {
            guard let decoded = Punycode.decoded(text.dropFirst(4)) else { return nil }
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
