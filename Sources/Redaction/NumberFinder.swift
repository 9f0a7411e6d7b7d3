import TextAnalysis

/// Finds numbers by which a person, an account, a card, a parcel or a case is known: whatever has that many digits and is no time, no
/// date, no amount and no year.
enum NumberFinder {
    /// A word of at least this many digits is such a number.
    private static let leastInWord = 4
    /// The number of characters of a group of an IBAN, and of a whole one (ISO 13616).
    private static let (ibanGroup, longestIBAN) = (4, 34)
    /// Neighbouring words of digits are one from this many digits on.
    private static let leastTogether = 6

    /// The indices of the words of each number.
    static func numbers(in texts: [String]) -> [[Int]] {
        var numbers: [[Int]] = []
        var run: [Int] = []
        func close() {
            let digits = run.reduce(0) { $0 + texts[$1].digitCount }
            if digits >= leastTogether || run.contains(where: { isNumber(texts[$0]) }) { numbers.append(run) }
            run = []
        }
        for (index, text) in texts.enumerated() {
            if mayBePart(text) || goesOn(run.map { texts[$0] }, with: text) {
                run.append(index)
            } else {
                close()
            }
        }
        close()
        return numbers
    }

    /// Whether a word is a group of an IBAN, which may be of letters, behind others of it: `NWBK` behind `GB29`.
    private static func goesOn(_ groups: [String], with text: String) -> Bool {
        guard let first = groups.first, first.wholeMatch(of: /\W?[A-Z]{2}\d{2}/) != nil,
            text.count <= ibanGroup
        else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isUppercase || $0.isNumber) }
            && groups.reduce(text.count) { $0 + $1.count } <= longestIBAN
    }

    private static func isNumber(_ text: String) -> Bool { text.digitCount >= leastInWord }

    /// Whether a word may be a group of a number.
    private static func mayBePart(_ text: String) -> Bool {
        guard text.digitCount >= 2 || text.digitCount == 1 && text.count == 1 else { return false }
        return !text.isTime && !text.isDate && !text.isYear && !text.isAmount && !text.hasSuffix("%")
    }
}

extension String {
    /// Whether there may be digits in the word. It is asked for before patterns, which take a hundred times as long.
    private var hasDigits: Bool { utf8.contains { $0 >= 0x80 || (0x30...0x39).contains($0) } }

    /// Whether the word is a time: `9:41`, `14.05`, `12:30AM`, `13:15-15:15`.
    var isTime: Bool {
        hasDigits
            && wholeMatch(
                of: /\W?\d{1,2}[:.h]\d{2}([:.]\d{2})?(\s?[AaPp]\.?[Mm]\.?)?([-–]\d{1,2}[:.]\d{2})?\W?/)
                != nil
    }

    /// Whether the word is a date: `12/03/2025`, `2025-12-21`, `17-Jun-26`; also with the letter O for 0.
    var isDate: Bool {
        hasDigits
            && replacing("O", with: "0").wholeMatch(
                of: /\W?(\d{1,4}[\/.\-]\d{1,2}[\/.\-]\d{1,4}|\d{1,2}-\p{L}{3,9}-\d{2,4}|\d{1,2}\/\d{2,4})\W?/)
                != nil
    }

    var isYear: Bool { hasDigits && wholeMatch(of: /\W?(19|20)\d{2}\W?/) != nil }

    /// Whether the word is a number with separators of thousands or decimals, or a currency's sign: `1,340`, `€50`, `Rs.592000`.
    var isAmount: Bool {
        hasDigits
            && wholeMatch(of: /\W*(\d{1,3}([,.']\d{3})+([,.]\d{1,2})?|\d+[,.]\d{1,2}-?)(\p{L}{1,3})?\W*/)
                != nil
            || contains { $0.isCurrencySymbol } && count(where: \.isLetter) <= 3
            || isCurrencyPrefixed && wholeMatch(of: /(\p{L}{2,4}\.?)\d[\d,.]*(\/-)?/) != nil
    }

    private var isCurrencyPrefixed: Bool {
        ["rs", "usd", "eur", "gbp", "inr", "pkr", "kr", "rm", "rp", "aed", "sar"].contains(
            prefix { $0.isLetter }.lowercased())
    }
}

extension Character {
    fileprivate var isCurrencySymbol: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
    }
}

/// Finds dates with a day, a month and a year, as births have. One with a time beside it says when something was sent.
enum DateFinder {
    /// How far from a date its time stands at most, in words.
    private static let reach = 2

    /// The indices of the words of each date.
    static func dates(in texts: [String]) -> [[Int]] {
        var dates: [[Int]] = []
        var index = 0
        while index < texts.count {
            guard let end = end(from: index, in: texts) else {
                index += 1
                continue
            }
            let beside = texts[max(0, index - reach)..<index] + texts[end...].prefix(reach)
            if !beside.contains(where: \.isTime) { dates.append(Array(index..<end)) }
            index = end
        }
        return dates
    }

    /// Where a date ends that begins here.
    private static func end(from start: Int, in texts: [String]) -> Int? {
        let rest = texts[start...]
        if rest[start].digitCount > 0 {
            // 11/06/2003, also where its parts were read as words
            for count in 1...min(3, rest.count) where rest.prefix(count).joined().isWholeDate {
                if rest.prefix(count - 1).allSatisfy({ "/.-".contains($0.last ?? " ") }) {
                    return start + count
                }
            }
            // 25 August 2000; 3 de mayo de 1987
            guard rest[start].isDay else { return nil }
            var place = skipped(start + 1, in: texts)
            guard place < texts.count, texts[place].mayBeMonth else { return nil }
            place = skipped(place + 1, in: texts)
            return place < texts.count && texts[place].isYear ? place + 1 : nil
        }
        // August 25, 2000
        guard rest.count > 2, rest[start].mayBeMonth, rest[start].mayBeName, rest[start + 1].isDay,
            rest[start + 2].isYear
        else { return nil }
        return start + 3
    }

    /// The next place behind a short word such as `de`.
    private static func skipped(_ place: Int, in texts: [String]) -> Int {
        guard place + 1 < texts.count, texts[place].count <= 2, texts[place].allSatisfy(\.isLetter) else {
            return place
        }
        return place + 1
    }
}

extension String {
    /// Whether the word is a date of digits with its year: `11/06/2003`, `1994-08-10`, `1994年8月10日`.
    fileprivate var isWholeDate: Bool {
        wholeMatch(
            of:
                /\W?(\d{1,2}[\/.\-]\d{1,2}[\/.\-](\d{4}|\d{2})|(19|20)\d{2}([\/.\-]\d{1,2}[\/.\-]|年\d{1,2}月)\d{1,2}日?)\W?/
        ) != nil
    }

    fileprivate var isDay: Bool {
        digitCount > 0 && wholeMatch(of: /\W?\d{1,2}(\.|,|º|°|\p{L}{2},?)?/) != nil
    }

    fileprivate var mayBeMonth: Bool {
        (3...12).contains(count) && allSatisfy { $0.isLetter || $0 == "." || $0 == "," }
    }
}

/// Finds what is made of capitals and digits without being a word, as number plates, bookings and patients' numbers are.
enum PlateFinder {
    /// The numbers of its words, of its letters and digits together, and of each of these at least.
    private static let (mostWords, length, least) = (6, 5...10, 2)
    /// The largest number of letters and of digits of a group.
    private static let (mostLetters, mostDigits) = (3, 4)

    /// The indices of the words of each plate.
    /// - Parameter isWord: whether the letters are a word that is known.
    static func plates(in texts: [String], isWord: (Int) -> Bool) -> [[Int]] {
        var plates: [[Int]] = []
        var run: [Int] = []
        func close() {
            let signs = run.flatMap { texts[$0].filter { $0.isLetter || $0.isNumber } }
            let digits = signs.count(where: \.isNumber)
            if run.count <= mostWords, length.contains(signs.count), digits >= least,
                signs.count - digits >= least
            {
                plates.append(run)
            }
            run = []
        }
        for index in texts.indices {
            guard mayBePart(texts[index]), !isWord(index) else {
                close()
                continue
            }
            run.append(index)
            if texts[index].endsPhrase { close() }
        }
        close()
        return plates
    }

    /// Whether a word is made of short groups of capitals, and of digits.
    private static func mayBePart(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ $0 < 0x80 }), !text.isTime, !text.isDate, !text.isAmount else {
            return false
        }
        var (letters, digits) = (0, 0)
        var signs = 0
        for character in text {
            if character.isUppercase {
                (letters, digits, signs) = (letters + 1, 0, signs + 1)
            } else if character.isNumber {
                (letters, digits, signs) = (0, digits + 1, signs + 1)
            } else if "-.,;:()!?".contains(character) {
                (letters, digits) = (0, 0)
            } else {
                return false
            }
            if letters > mostLetters || digits > mostDigits { return false }
        }
        return signs > 0
    }
}
