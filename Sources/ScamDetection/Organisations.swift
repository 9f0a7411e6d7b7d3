package import TextAnalysis

/// Banks, carriers, authorities, shops: how texts name them and which domains are theirs.
package struct Organisations: Sendable {
    package struct Entry: Sendable {
        package var name: String
        /// Registrable domains, or suffixes that only its members get, such as `gov.uk`.
        package var domains: [String]
        package var kind: String
        /// ISO 3166-1 alpha-2, or `*`.
        package var countries: [String]
    }

    /// A place where a text names an organisation.
    package struct Mention: Sendable, Equatable {
        package var organisation: Int
        package var tokens: Range<Int>
    }

    package private(set) var entries: [Entry] = []
    private var byDomain: [String: [Int]] = [:]
    /// By first word: the whole phrase and whose name it is, longest first.
    private var phrases: [WordKey: [(words: [WordKey], organisation: Int)]] = [:]
    /// The registrable domains' first labels and the domains they come from.
    package private(set) var labels: [String: Set<String>] = [:]
    /// Labels of at least `shortestFuzzyLabel` letters, by themselves with one letter left out.
    private var fuzzy: [WordKey: [String]] = [:]

    package static let shortestFuzzyLabel = 5
    /// The kind whose domains hold pages and accounts that anybody can make.
    static let openKind = "social"

    /// Labels that are everyday words in host names, so that they point at nobody.
    private static let genericLabels: Set<Substring> = Set(
        """
        account accounts api app apps auth bank base bill blog bot cash chat city click cloud connect customer data \
        delivery email events express forum gate get go group help home host id image images info join key last link \
        links live login mail media mobile money my net news next one online parcel pay payment payments plus portal \
        post price prize safe search secure server service services shop site start state static status store stream \
        support tax team track tracking travel update verify video web wiki work world www
        """.split(separator: " "))

    init(_ file: LineFile, analyzer: TextAnalyzer) {
        for line in file.lines {
            let fields = line.fields
            let domains = Self.list(fields[2]).map { $0.lowercased() }
            let index = entries.count
            entries.append(
                Entry(
                    name: String(fields[0]), domains: domains, kind: String(fields[3]),
                    countries: Self.list(fields[4])))
            for mention in Self.list(fields[1]) {
                let words = analyzer.words(mention)
                guard let first = words.first else { continue }
                phrases[first, default: []].append((words, index))
            }
            for domain in domains { add(domain, index, analyzer.suffixes) }
        }
        for key in phrases.keys { phrases[key]?.sort { $0.words.count > $1.words.count } }
    }

    static func isGeneric(_ label: Substring) -> Bool { genericLabels.contains(label) }

    private static func list(_ field: Substring) -> [String] {
        field.split(separator: "|").map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }

    private mutating func add(_ domain: String, _ organisation: Int, _ suffixes: PublicSuffixList) {
        byDomain[domain, default: []].append(organisation)
        let isSuffix = suffixes.registrableDomain(of: domain) == nil
        guard !isSuffix || domain.utf8.count(where: { $0 == 0x2E }) <= 1 else { return }
        let label = String(domain.prefix { $0 != "." })
        guard !Self.isGeneric(label[...]) else { return }
        let isNew = labels[label] == nil
        labels[label, default: []].insert(domain)
        guard isNew, label.utf8.count >= Self.shortestFuzzyLabel else { return }
        for key in Self.deletions(label) { fuzzy[key, default: []].append(label) }
    }

    /// Which organisations a host belongs to, by its longest listed parent domain.
    package func owners(of host: String) -> [Int] {
        var rest = host[...]
        while !rest.isEmpty {
            if let owners = byDomain[String(rest)] { return owners }
            guard let dot = rest.firstIndex(of: ".") else { break }
            rest = rest[rest.index(after: dot)...]
        }
        return []
    }

    /// Every naming in the text, in order; a longer name hides shorter ones at the same place.
    package func mentions(in text: AnalyzedText) -> [Mention] {
        var result: [Mention] = []
        let tokens = text.tokens
        var index = 0
        while index < tokens.count {
            var longest = 0
            for (words, organisation) in phrases[tokens[index].key] ?? [] where words.count >= longest {
                guard index + words.count <= tokens.count,
                    words.indices.allSatisfy({
                        tokens[index + $0].kind == nil && tokens[index + $0].key == words[$0]
                    })
                else { continue }
                longest = words.count
                result.append(Mention(organisation: organisation, tokens: index..<(index + words.count)))
            }
            index += max(longest, 1)
        }
        return result
    }

    /// Known labels at edit distance 1 from `label`, swaps of neighbours included.
    package func neighbours(of label: String) -> [String] {
        guard label.utf8.count + 1 >= Self.shortestFuzzyLabel, label.utf8.count <= 63 else { return [] }
        var seen: Set<String> = []
        for key in Self.deletions(label) {
            for candidate in fuzzy[key] ?? [] where EditDistance.isOne(label, candidate) {
                seen.insert(candidate)
            }
        }
        return seen.sorted()
    }

    /// The label itself and all its forms with one byte left out.
    private static func deletions(_ label: String) -> Set<WordKey> {
        let bytes = Array(label.utf8)
        var keys: Set<WordKey> = []
        for omitted in -1..<bytes.count {
            var key = WordKey()
            for index in bytes.indices where index != omitted { key.append(UInt32(bytes[index])) }
            keys.insert(key)
        }
        return keys
    }
}

extension Substring {
    fileprivate func trimmingBlanks() -> String {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return String(rest)
    }
}
