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
