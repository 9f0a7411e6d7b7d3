extension EntityScanner {
    /// The largest number of digits of an international number (E.164).
    private static let maxDigits = 15
    /// The largest number of groups of digits that are read as one number.
    private static let maxGroups = 8
    /// The number of digits of a national number that is written in one group.
    private static let soloDigits = 9...11
    /// The number of digits of a national number that is written in two groups.
    private static let pairDigits = 7...11
    /// The number of digits of a national number that is written in three groups or more.
    private static let groupedDigits = 7...13
    /// The number of digits of a number in one group that begins with a calling code.
    private static let prefixedDigits = 12...13

    /// A telephone number: a plus, a calling code and as many digits as its country uses, or groups of digits in a shape that some
    /// country uses.
    func phone(at index: Int) -> Found? {
        guard !joinsDigit(before: index), !followsFourDigits(index) else { return nil }
        var cursor = index
        let hasPlus = text.at(cursor) == "+"
        if hasPlus { cursor = skipBlanks(cursor + 1, limit: 1) }
        var groups: [Range<Int>] = []
        var separators: [UInt32] = []
        var total = 0
        while groups.count < Self.maxGroups {
            let open = text.at(cursor) == "(" ? cursor + 1 : cursor
            let end = digitsEnd(open)
            guard end > open, total + end - open <= Self.maxDigits || groups.isEmpty else { break }
            if groups.count > 1, !hasPlus, end - open < 2 { break }
            groups.append(open..<end)
            total += end - open
            var separator = end
            if text.at(separator) == ")" { separator += 1 }
            separator = skipBlanks(separator, limit: 1)
            let sign = text.at(separator)
            if sign == "-" || sign == "." {
                separators.append(sign)
                cursor = skipBlanks(separator + 1, limit: sign == "-" ? 1 : 0)
            } else {
                guard separator > end || sign == "(" else { break }
                separators.append(UInt32(ascii: " "))
                cursor = separator
            }
        }
        if !hasPlus, groups.count > 2, groups.allSatisfy({ $0.count == 4 }), !isIndonesian(digits(of: groups))
        {
            return nil  // payment card
        }
        while let last = groups.last {
            let digits = self.digits(of: groups)
            let isPrefixed = !hasPlus && digits.starts(with: "00".utf8)
            let international = isPrefixed ? Array(digits.dropFirst(2)) : digits
            let code = hasPlus || isPrefixed ? CallingCode(startingWith: international) : nil
            let ends = endsNumber(last.upperBound) && !isItemNumber(index..<last.upperBound, digits)
            let fits =
                code?.allows(international) ?? false
                || (!hasPlus && isNational(groups, Array(separators.prefix(groups.count - 1)), digits))
            if ends, fits {
                let closes =
                    text.at(last.upperBound) == ")" && last.lowerBound > index
                    && text.at(last.lowerBound - 1) == "("
                var found = Found(
                    kind: .phone, end: last.upperBound + (closes ? 1 : 0),
                    plain: (hasPlus ? "+" : "") + String(decoding: digits, as: UTF8.self))
                found.details.country = code.flatMap { $0.allows(international) ? $0.country : nil }
                found.details.messenger = messenger(before: index)
                return found
            }
            groups.removeLast()
        }
        return nil
    }

    private func digits(of groups: [Range<Int>]) -> [UInt8] {
        groups.flatMap { text.folded[$0].map { UInt8(truncatingIfNeeded: $0) } }
    }

    /// Whether the digits are those of a postal item, which stand between the letters of a service and of a country: `RN 448 201 776 CN`
    /// (UPU standard S10).
    private func isItemNumber(_ place: Range<Int>, _ digits: [UInt8]) -> Bool {
        guard digits.count == 9, place.lowerBound >= 3, text.at(place.lowerBound - 1) == " " else {
            return false
        }
        let after = skipBlanks(place.upperBound, limit: 1)
        return [place.lowerBound - 3, after].allSatisfy { start in
            text.at(start).isASCIILower && text.at(start + 1).isASCIILower
                && !text.isAlphanumeric(start - 1) && !text.isAlphanumeric(start + 2)
        }
    }

    /// Whether the number ends here and is not the beginning of a longer one.
    private func endsNumber(_ end: Int) -> Bool {
        if text.isAlphanumeric(end) { return false }
        switch text.at(end) {
        case "%": return false
        case "-", ".", "/", ":": return !text.at(end + 1).isASCIIDigit
        default: return true
        }
    }

    /// Whether groups of digits without a calling code have the shape of a telephone number.
    private func isNational(_ groups: [Range<Int>], _ separators: [UInt32], _ digits: [UInt8]) -> Bool {
        let sizes = groups.map(\.count)
        let isDotted = separators.contains(UInt32(ascii: "."))
        switch sizes.count {
        case 1:
            if Self.soloDigits.contains(digits.count) || isIndonesian(digits) { return true }
            return Self.prefixedDigits.contains(digits.count)
                && CallingCode(startingWith: digits)?.allows(digits) ?? false
        case 2:
            guard !isDotted, Self.pairDigits.contains(digits.count), (2...6).contains(sizes[0]) else {
                return false
            }
            if sizes == [5, 4] { return false }  // Groups of 5 and 4 digits make an American postal code.
            if sizes == [4, 4], groups.allSatisfy(isYear) { return false }
            return sizes[1] >= 3
        default:
            guard Self.groupedDigits.contains(digits.count), (1...5).contains(sizes[0]),
                !sizes.dropFirst().contains(1)
            else { return false }
            if isDotted, separators.contains(where: { $0 != "." }) { return false }
            if isDotted, sizes.count == 4, digits.count < 10 { return false }
            if isDate(groups, sizes) || isGroupedNumber(sizes, separators) { return false }
            if sizes.allSatisfy({ $0 == 2 }) {
                return sizes.count == 5 || (sizes.count == 4 && separators.allSatisfy { $0 == " " })
            }
            if sizes == [4, 4, 4] { return isIndonesian(digits) }
            return sizes.allSatisfy { $0 <= 5 } && digits.count >= 8
        }
    }

    /// Whether digits are those of an Indonesian mobile number, the longest that people write without a calling code.
    private func isIndonesian(_ digits: [UInt8]) -> Bool {
        (11...13).contains(digits.count) && digits.starts(with: "08".utf8) && digits[2] != UInt8(ascii: "0")
    }

    /// Whether four digits are a year of the 20th or the 21st century.
    func isYear(_ group: Range<Int>) -> Bool {
        group.count == 4 && (matches("19", at: group.lowerBound) || matches("20", at: group.lowerBound))
    }

    /// Whether the first three groups are a date, whatever follows.
    private func isDate(_ groups: [Range<Int>], _ sizes: [Int]) -> Bool {
        if isYear(groups[2]), sizes[0] <= 2, sizes[1] <= 2 { return true }
        return isYear(groups[0]) && sizes[1] <= 2 && sizes[2] <= 2
    }

    /// Whether groups of three digits make one number: `1 000 000` and `10.000.000`, but not `612 345 678`.
    private func isGroupedNumber(_ sizes: [Int], _ separators: [UInt32]) -> Bool {
        guard sizes.dropFirst().allSatisfy({ $0 == 3 }), !separators.contains(UInt32(ascii: "-")) else {
            return false
        }
        return sizes[0] < 3 || separators.contains(UInt32(ascii: "."))
    }
}
