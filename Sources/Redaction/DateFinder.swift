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
