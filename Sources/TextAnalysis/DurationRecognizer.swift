extension EntityScanner {
    /// The largest length of a number, in characters: two numbers of three digits with a hyphen between them.
    private static let maxNumber = 7

    private static let numbers = keys("one two three four five six seven eight nine ten eleven twelve a an")
    private static let units = keys(
        "minute minutes min mins hour hours hr hrs day days week weeks wk wks month months")
    /// Words that may stand between a number and `days`.
    private static let dayKinds = keys("business working calendar")
    /// Units that may follow the digits without a blank.
    private static let shortUnits = keys("h min mins hr hrs minutes hours days day hour minute weeks months")

    /// A duration: a number and a unit of time, such as `48 hours`, `24h`, `two business days`, `3-5 days`.
    func duration(at index: Int) -> Found? {
        guard let number = numberEnd(index) else { return nil }
        var end = number.end
        if number.isDigits, text.at(end).isASCIILower {
            let unit = lettersEnd(end)
            guard Self.shortUnits.contains(wordKey(end..<unit)), !text.isAlphanumeric(unit) else {
                return nil
            }
            end = unit
        } else {
            var word = text.at(end) == "-" ? end + 1 : skipBlanks(end, limit: Self.maxBlanks, orNewline: true)
            guard word > end else { return nil }
            var unit = lettersEnd(word)
            if Self.dayKinds.contains(wordKey(word..<unit)) {
                word = skipBlanks(unit, limit: Self.maxBlanks, orNewline: true)
                unit = lettersEnd(word)
                guard matches("day", at: word) else { return nil }
            }
            guard unit > word, Self.units.contains(wordKey(word..<unit)), !text.isAlphanumeric(unit) else {
                return nil
            }
            end = unit
        }
        let words = string(index..<end).split(whereSeparator: \.isWhitespace)
        return Found(kind: .duration, end: end, plain: words.joined(separator: " "))
    }

    private func numberEnd(_ index: Int) -> (end: Int, isDigits: Bool)? {
        guard text.at(index).isASCIIDigit else {
            let end = lettersEnd(index, limit: Self.maxNumber)
            guard end > index, Self.numbers.contains(wordKey(index..<end)), !text.isAlphanumeric(end) else {
                return nil
            }
            return (end, false)
        }
        guard !joinsDigit(before: index) else { return nil }
        var end = digitsEnd(index)
        let between = text.at(end)
        if between == "-" || between == ".", text.at(end + 1).isASCIIDigit { end = digitsEnd(end + 1) }
        return end - index <= Self.maxNumber ? (end, true) : nil
    }
}
