package import Foundation
package import TextAnalysis

/// Knowledge about the world: organisations and their domains, link shorteners, free hosts and risky endings.
package final class Lexicon: Sendable {
    package let analyzer: TextAnalyzer
    package let organisations: Organisations
    package let numbers: OrganisationNumbers
    package let hostWords: HostWords
    /// The domains of link shorteners, in lower case.
    package let shorteners: Set<String>
    package let freeHosts: Set<String>
    /// The log-odds of a scam for each top-level domain or longer ending.
    package let suffixRisks: [String: Double]

    package convenience init(directory: URL, languages: Languages) throws(RuleError) {
        try self.init(directory: directory, analyzer: Self.analyzer(directory, languages))
    }

    static func analyzer(_ directory: URL, _ languages: Languages) throws(RuleError) -> TextAnalyzer {
        let suffixes = PublicSuffixList(list: try TSVFile.bytes("public_suffix_list.dat", in: directory))
        let confusables = Confusables(tsv: try TSVFile.bytes("confusables.tsv", in: directory))
        let variants = HanVariants(tsv: try TSVFile.bytes("han_variants.tsv", in: directory))
        return TextAnalyzer(
            suffixes: suffixes, confusables: confusables, variants: variants, languages: languages)
    }

    init(directory: URL, analyzer: TextAnalyzer) throws(RuleError) {
        self.analyzer = analyzer
        hostWords = try HostWords(TSVFile("host_words.tsv", in: directory, columns: 2))
        var files: [TSVFile] = []
        for name in try TSVFile.names(in: "organisations", of: directory) {
            files.append(try TSVFile(name, in: directory, columns: 5))
        }
        organisations = try Organisations(files, analyzer: analyzer, hostWords: hostWords)
        numbers = try OrganisationNumbers(
            TSVFile("numbers.tsv", in: directory, columns: 2), of: organisations)
        shorteners = try Self.domains("shorteners.txt", in: directory)
        freeHosts = try Self.domains("free_hosts.txt", in: directory)
        var risks: [String: Double] = [:]
        let file = try TSVFile("tlds.tsv", in: directory, columns: 2)
        for row in file.rows {
            guard let risk = Double(row.fields[1].text), risk.isFinite else { throw file.malformed(row) }
            risks[row.fields[0].text.lowercased()] = risk
        }
        suffixRisks = risks
    }

    func write(to writer: inout SnapshotWriter) {
        analyzer.write(to: &writer)
        hostWords.write(to: &writer)
        organisations.write(to: &writer)
        numbers.write(to: &writer)
        writer.texts(shorteners.sorted())
        writer.texts(freeHosts.sorted())
        let risks = suffixRisks.sorted { $0.key < $1.key }
        writer.texts(risks.map(\.key))
        writer.numbers(risks.map(\.value.bitPattern))
    }

    init(from reader: inout SnapshotReader, languages: Languages) throws(SnapshotError) {
        analyzer = try TextAnalyzer(from: &reader, languages: languages)
        hostWords = try HostWords(from: &reader)
        organisations = try Organisations(from: &reader)
        numbers = try OrganisationNumbers(from: &reader, organisations: organisations.entries.count)
        shorteners = Set(try reader.texts())
        freeHosts = Set(try reader.texts())
        let (suffixes, risks) = (try reader.texts(), try reader.numbers(UInt64.self))
        guard suffixes.count == risks.count else { throw SnapshotError() }
        suffixRisks = Dictionary(zip(suffixes, risks.map(Double.init(bitPattern:)))) { first, _ in first }
    }

    private static func domains(_ name: String, in directory: URL) throws(RuleError) -> Set<String> {
        Set(try TSVFile(name, in: directory, columns: 1).rows.map { $0.fields[0].text.lowercased() })
    }

    /// An ending is risky, as those that imitations choose are, if its log-odds in `tlds.tsv` are at least this; 1 means about
    /// three to one.
    private static let leastRisk = 1.0

    func isRisky(_ suffix: Substring) -> Bool { suffixRisks[String(suffix), default: 0] >= Self.leastRisk }

    /// The free host on which a host lies; nil if it lies on none.
    package func freeHost(of host: String) -> String? { Self.domain(of: host, in: freeHosts) }

    /// The longest domain of a list on which a host lies; nil if it lies on none.
    static func domain(of host: String, in domains: Set<String>) -> String? {
        if domains.contains(host) { return host }
        return parents(of: host).lazy.map(String.init).first(where: domains.contains)
    }

    /// The largest number of domains above a host that are looked up. Listed domains have at most five labels.
    private static let mostParents = 6

    /// The domains above a host: `b.c` and `c` for the host `a.b.c`.
    static func parents(of host: String) -> [Substring] {
        var parents: [Substring] = []
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            parents.append(rest)
        }
        return parents.suffix(mostParents)
    }
}

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
