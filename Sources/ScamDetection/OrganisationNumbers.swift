import TextAnalysis

/// The telephone numbers that organisations publish for their customers.
///
/// Whoever calls such a number reaches the organisation, so that a stranger who names it gains nothing. It says nothing of who calls from it.
package struct OrganisationNumbers: Sendable {
    /// The indices of the organisations that publish a number, by its digits as one dials them: abroad, within the country, and with the zero
    /// that many countries put before.
    private var owners: [String: [Int]] = [:]

    /// The fewest digits of a listed number. Shorter ones belong to others in other countries.
    private static let fewestDigits = 5

    /// - Parameter file: a domain of an organisation, and its numbers with `|` between them: `+1 8005551234`, the calling code before the
    ///   blank, or without it where the number can't be dialled from abroad.
    init(_ file: TSVFile, of organisations: Organisations) throws(RuleError) {
        for row in file.rows {
            let found = organisations.organisations(at: row.fields[0])
            guard !found.isEmpty else { throw file.malformed(row) }
            for number in row.fields[1].alternatives {
                guard let spellings = Self.spellings(of: number.text) else { throw file.malformed(row) }
                for digits in spellings { owners[digits, default: []] += found }
            }
        }
    }

    private static func spellings(of number: String) -> [String]? {
        let isDigits = { (text: Substring) in text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } }
        guard number.hasPrefix("+") else {
            return number.utf8.count >= fewestDigits && isDigits(number[...]) ? [number] : nil
        }
        let parts = number.dropFirst().split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[1].utf8.count >= fewestDigits, parts.allSatisfy(isDigits) else {
            return nil
        }
        return [String(parts[0] + parts[1]), String(parts[1]), "0" + parts[1]]
    }

    /// The indices of the organisations that publish a number.
    /// - Parameter number: a number as `PhoneRecognizer` writes it: digits, with a plus before them where the text has one.
    package func owners(of number: String) -> [Int] {
        var digits = String(number.unicodeScalars.filter { ("0"..."9").contains($0) })
        if !number.hasPrefix("+"), digits.hasPrefix("00") { digits.removeFirst(2) }
        return owners[digits] ?? []
    }

    func write(to writer: inout SnapshotWriter) {
        let pairs = owners.sorted { $0.key < $1.key }.flatMap { entry in entry.value.map { (entry.key, $0) } }
        writer.texts(pairs.map(\.0))
        writer.numbers(pairs.map { UInt32($0.1) })
    }

    /// - Parameter count: the number of organisations.
    init(from reader: inout SnapshotReader, organisations count: Int) throws(SnapshotError) {
        let (numbers, found) = (try reader.texts(), try reader.numbers(UInt32.self))
        guard numbers.count == found.count, found.allSatisfy({ $0 < count }) else { throw SnapshotError() }
        for (number, organisation) in zip(numbers, found) {
            owners[number, default: []].append(Int(organisation))
        }
    }
}
