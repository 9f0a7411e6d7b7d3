package import Foundation
package import TextAnalysis

/// What is known of the world: organisations and their domains, shorteners, free hosts and endings.
package struct Lexicon: Sendable {
    package let analyzer: TextAnalyzer
    package let organisations: Organisations
    /// Lower-case domains.
    package let shorteners: Set<String>
    package let freeHosts: Set<String>
    /// By top-level domain (or longer suffix), log-odds.
    package let suffixRisks: [String: Double]

    package init(directory: URL) throws(RuleError) {
        let suffixes = PublicSuffixList(list: try LineFile.bytes("public_suffix_list.dat", in: directory))
        let confusables = Confusables(tsv: try LineFile.bytes("confusables.tsv", in: directory))
        analyzer = TextAnalyzer(suffixes: suffixes, confusables: confusables)
        organisations = try Organisations(
            LineFile("organisations.tsv", in: directory, columns: 5), analyzer: analyzer)
        shorteners = Self.names(try LineFile("shorteners.txt", in: directory, columns: 1))
        freeHosts = Self.names(try LineFile("free_hosts.txt", in: directory, columns: 1))
        var risks: [String: Double] = [:]
        let file = try LineFile("tlds.tsv", in: directory, columns: 2)
        for line in file.lines {
            guard let risk = Double(line.fields[1]), risk.isFinite else {
                throw RuleError(file: file.name, line: line.number, reason: .malformedLine)
            }
            risks[line.fields[0].lowercased()] = risk
        }
        suffixRisks = risks
    }

    private static func names(_ file: LineFile) -> Set<String> {
        Set(file.lines.map { $0.fields[0].lowercased() })
    }
}
