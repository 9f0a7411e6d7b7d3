/// A decoder for Punycode, the ASCII form of host names in other scripts (RFC 3492).
package enum Punycode {
    // The parameters are those of section 5 of the RFC.
    private static let base = 36
    private static let lowest = 1
    private static let highest = 26
    private static let skew = 38
    private static let damp = 700
    private static let initialBias = 72
    private static let initialScalar = 128
    /// The largest length of a label of a host name, in bytes (RFC 1035).
    private static let maxLabel = 63

    /// Decodes the text after `xn--`. Returns nil if it is empty or malformed.
    package static func decoded(_ text: some StringProtocol) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count <= maxLabel, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
        var output = bytes[..<(delimiter ?? 0)].map { Int($0) }
        var rest = bytes[(delimiter.map { $0 + 1 } ?? 0)...]
        var scalar = initialScalar
        var position = 0
        var bias = initialBias
        while !rest.isEmpty {
            let before = position
            var weight = 1
            var step = base
            while true {
                guard let byte = rest.popFirst(), let digit = digit(byte) else { return nil }
                let (product, overflow) = digit.multipliedReportingOverflow(by: weight)
                guard !overflow, position <= Int(Int32.max) - product else { return nil }
                position += product
                let threshold = min(max(step - bias, lowest), highest)
                if digit < threshold { break }
                weight *= base - threshold
                guard weight <= Int(Int32.max) else { return nil }
                step += base
            }
            let count = output.count + 1
            bias = adapted(position - before, count, isFirst: before == 0)
            scalar += position / count
            position %= count
            guard Unicode.Scalar(UInt32(clamping: scalar)) != nil else { return nil }
            output.insert(scalar, at: position)
            position += 1
        }
        guard !output.isEmpty else { return nil }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: output.compactMap { Unicode.Scalar(UInt32(clamping: $0)) })
        return String(scalars)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a"))
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) + 26
        default: nil
        }
    }

    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / damp : delta / 2
        delta += delta / count
        var step = 0
        while delta > (base - lowest) * highest / 2 {
            delta /= base - lowest
            step += base
        }
        return step + (base - lowest + 1) * delta / (delta + skew)
    }
}
