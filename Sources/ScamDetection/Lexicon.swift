package import TextAnalysis
package import Foundation

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
