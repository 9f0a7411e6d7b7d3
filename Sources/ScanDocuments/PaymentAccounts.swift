/// Accounts that a text names to be paid to, as they stand in it: IBANs, card numbers, British sort codes with account numbers, and
/// Indian payment addresses (UPI). Each kind is told by its own form or check digits, as any other number would be noise in a record.
enum PaymentAccounts {
    static func find(in lines: [String]) -> [String] {
        let text = lines.joined(separator: "\n")
        var found = text.matches(of: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/).map { String($0.0) }.filter(
            isIBAN)
        found += text.matches(of: /\b\d(?:[ -]?\d){12,18}\b/).map { String($0.0) }.filter(isCard)
        found += text.matches(of: /\b\d{2}-\d{2}-\d{2}\b\D{1,40}\b\d{8}\b/).map { String($0.0) }
        found += text.matches(of: /\b[A-Za-z0-9][\w.-]{1,60}@[a-z]{2,20}\b(?![.\w-])/).map { String($0.0) }
        var seen = Set<String>()
        return found.map { $0.replacing(/\s+/, with: " ") }.filter { seen.insert($0).inserted }
    }

    /// Check digits of ISO 13616: the letters as numbers, the first four characters last, modulo 97.
    private static func isIBAN(_ text: String) -> Bool {
        let characters = text.filter { $0 != " " }
        let turned = characters.dropFirst(4) + characters.prefix(4)
        return turned.reduce(0) { rest, character in
            let value = Int(String(character), radix: 36) ?? 0
            return (rest * (value > 9 ? 100 : 10) + value) % 97
        } == 1
    }

    /// Check digit of ISO/IEC 7812 (Luhn).
    private static func isCard(_ text: String) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard Set(digits).count > 1, (3...6).contains(digits[0]) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.element * (digit.offset % 2 + 1)
            return sum + value / 10 + value % 10
        }
        return sum % 10 == 0
    }
}
