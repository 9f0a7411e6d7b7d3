/// Accounts that a text names to be paid to, as they stand in it: IBANs, card numbers, British sort codes with account numbers, and
/// Indian payment addresses (UPI). Each kind is told by its own form or check digits, as any other number would be noise in a record.
package struct PaymentAccount: Equatable {
    package enum Kind { case iban, card, sortCode, paymentAddress }

    package var kind: Kind
    package var range: Range<String.Index>

    package static func find(in text: String) -> [PaymentAccount] {
        let patterns: [(Kind, Regex<Substring>, (Substring) -> Bool)] = [
            (.iban, /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/, isIBAN),
            (.card, /\b\d(?:[ -]?\d){12,18}\b/, isCard),
            (.sortCode, /\b\d{2}-\d{2}-\d{2}\b\D{1,40}\b\d{8}\b/, { _ in true }),
            (.paymentAddress, /\b[A-Za-z0-9][\w.-]{1,60}@[a-z]{2,20}\b(?![.\w-])/, { _ in true }),
        ]
        return patterns.flatMap { kind, pattern, isAccount in
            text.matches(of: pattern).filter { isAccount($0.output) }.map {
                PaymentAccount(kind: kind, range: $0.range)
            }
        }
    }

    /// The accounts of a message's lines, each once.
    package static func texts(in lines: [String]) -> [String] {
        let text = lines.joined(separator: "\n")
        var seen = Set<String>()
        return find(in: text).map { String(text[$0.range]).replacing(/\s+/, with: " ") }.filter {
            seen.insert($0).inserted
        }
    }

    /// Check digits of ISO 13616: the letters as numbers, the first four characters last, modulo 97.
    private static func isIBAN(_ text: Substring) -> Bool {
        let characters = text.filter { $0 != " " }
        let turned = characters.dropFirst(4) + characters.prefix(4)
        return turned.reduce(0) { rest, character in
            let value = Int(String(character), radix: 36) ?? 0
            return (rest * (value > 9 ? 100 : 10) + value) % 97
        } == 1
    }

    /// Check digit of ISO/IEC 7812 (Luhn).
    private static func isCard(_ text: Substring) -> Bool {
        let digits = text.compactMap(\.wholeNumberValue)
        guard Set(digits).count > 1, (3...6).contains(digits[0]) else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.element * (digit.offset % 2 + 1)
            return sum + value / 10 + value % 10
        }
        return sum % 10 == 0
    }
}
