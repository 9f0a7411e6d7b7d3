package import Foundation
package import TextAnalysis

/// What is known of the world: organisations and their domains, shorteners, free hosts and endings.
package struct Lexicon: Sendable {
    package let analyzer: TextAnalyzer
    package let organisations: Organisations
    package let hostWords: HostWords
    /// Lower-case domains.
    package let shorteners: Set<String>
    package let freeHosts: Set<String>
    /// By top-level domain (or longer suffix), log-odds.
    package let suffixRisks: [String: Double]

    package init(directory: URL) throws(RuleError) {
        try self.init(directory: directory, analyzer: Self.analyzer(directory))
    }

    /// What texts are read with, and rules' patterns too.
    static func analyzer(_ directory: URL) throws(RuleError) -> TextAnalyzer {
        let suffixes = PublicSuffixList(list: try LineFile.bytes("public_suffix_list.dat", in: directory))
        let confusables = Confusables(tsv: try LineFile.bytes("confusables.tsv", in: directory))
        let variants = HanVariants(tsv: try LineFile.bytes("han_variants.tsv", in: directory))
        return TextAnalyzer(suffixes: suffixes, confusables: confusables, variants: variants)
    }

    init(directory: URL, analyzer: TextAnalyzer) throws(RuleError) {
        self.analyzer = analyzer
        hostWords = try HostWords(LineFile("host_words.tsv", in: directory, columns: 2))
        var files: [LineFile] = []
        for name in try LineFile.names(in: "organisations", of: directory, ending: ".tsv") {
            files.append(try LineFile(name, in: directory, columns: 5))
        }
        organisations = try Organisations(files, analyzer: analyzer, hostWords: hostWords)
        shorteners = Self.names(try LineFile("shorteners.txt", in: directory, columns: 1))
        freeHosts = Self.names(try LineFile("free_hosts.txt", in: directory, columns: 1))
        var risks: [String: Double] = [:]
        let file = try LineFile("tlds.tsv", in: directory, columns: 2)
        for line in file.lines {
            let fields = file.fields(of: line)
            guard let risk = Double(file.text(fields[1])), risk.isFinite else { throw file.malformed(line) }
            risks[file.text(fields[0]).lowercased()] = risk
        }
        suffixRisks = risks
    }

    private static func names(_ file: LineFile) -> Set<String> {
        Set(file.lines.map { file.text(file.fields(of: $0)[0]).lowercased() })
    }

    /// The free host that a host is, or is below.
    package func freeHost(of host: String) -> String? {
        var rest = host[...]
        while true {
            if let index = freeHosts.firstIndex(of: String(rest)) { return freeHosts[index] }
            guard let dot = rest.firstIndex(of: ".") else { return nil }
            rest = rest[rest.index(after: dot)...]
        }
    }
}
