package import TextAnalysis

/// Banks, carriers, authorities, shops: how texts name them and which domains are theirs.
package struct Organisations: Sendable {
    package struct Entry: Sendable {
        package var name: String
        /// Registrable domains, or suffixes that only its members get, such as `gov.uk`.
        package var domains: [String]
        package var kind: OrganisationKind
        /// ISO 3166-1 alpha-2, or `*`.
        package var countries: [String]
        /// Whether anybody can put pages, profiles, files or redirections under its domains: a link there is no mismatch,
        /// but no sign of good faith either.
        package var isOpen: Bool
        /// Whether imitations prefer it, so that a smaller likeness counts.
        package var isMajor: Bool
    }

    /// A place where a text names an organisation.
    package struct Mention: Sendable, Equatable {
        package var organisation: Int
        package var tokens: Range<Int>
        /// Whether the words have an everyday meaning too, so that other signs are needed beside them.
        package var isCommon: Bool
    }

    private struct Phrase: Sendable {
        var words: Range<Int>
        var organisation: Int
        var isCommon: Bool
    }

    package private(set) var entries: [Entry] = []
    private(set) var labels: OrganisationLabels
    private var domains: [(bytes: [UInt8], organisation: Int)] = []
    private var byDomain: HashIndex
    private var words: [WordKey] = []
    private var phrases: [Phrase] = []
    private var byFirstWord: HashIndex

    init(_ files: [LineFile], analyzer: TextAnalyzer, hostWords: HostWords) throws(RuleError) {
        var found: [(line: LineFile.Line, mentions: [ArraySlice<UInt8>], domains: [ArraySlice<UInt8>])] = []
        for file in files {
            for line in file.lines {
                guard let kind = OrganisationKind(rawValue: line.text(3)) else {
                    throw RuleError(file: file.name, line: line.number, reason: .malformedLine)
                }
                var isOpen = false
                var isMajor = false
                for flag in line.fields.count > 5 ? line.list(5) : [] {
                    switch String(decoding: flag, as: UTF8.self) {
                    case "open": isOpen = true
                    case "major": isMajor = true
                    default: throw RuleError(file: file.name, line: line.number, reason: .malformedLine)
                    }
                }
                let domains = line.list(2)
                entries.append(
                    Entry(
                        name: line.text(0), domains: domains.map { String(decoding: $0, as: UTF8.self) },
                        kind: kind,
                        countries: line.list(4).map { String(decoding: $0, as: UTF8.self) }, isOpen: isOpen,
                        isMajor: isMajor))
                found.append((line, line.list(1), domains))
            }
        }
        let domainCount = found.reduce(0) { $0 + $1.domains.count }
        labels = OrganisationLabels(capacity: domainCount)
        byDomain = HashIndex(capacity: domainCount)
        byFirstWord = HashIndex(capacity: found.reduce(0) { $0 + $1.mentions.count })
        for (organisation, line) in found.enumerated() {
            for domain in line.domains { add(domain, organisation, analyzer.suffixes, hostWords) }
            for mention in line.mentions { add(mention, organisation, analyzer, hostWords) }
        }
    }

    private mutating func add(
        _ domain: ArraySlice<UInt8>, _ organisation: Int, _ suffixes: PublicSuffixList, _ hostWords: HostWords
    ) {
        byDomain.insert(domains.count, for: ByteHash(domain).value)
        domains.append((Array(domain), organisation))
        let dots = domain.count { $0 == UInt8(ascii: ".") }
        let label = domain.prefix { $0 != UInt8(ascii: ".") }
        let roles = hostWords.roles(of: label)
        guard !roles.contains(.generic) else { return }
        // `state.ca.us` and `teams.microsoft.com` say nothing by their first label.
        let registrable = suffixes.match(Substring(decoding: domain, as: UTF8.self))?.registrableDomain
        if dots > 1, registrable?.utf8.count != domain.count { return }
        labels.add(label, of: entries[organisation], at: organisation, isCommon: roles.contains(.common))
    }

    /// - Parameter mention: lower-case words; a `?` before them says that they have an everyday meaning too.
    private mutating func add(
        _ mention: ArraySlice<UInt8>, _ organisation: Int, _ analyzer: TextAnalyzer, _ hostWords: HostWords
    ) {
        let isMarked = mention.first == UInt8(ascii: "?")
        let mention = isMarked ? mention.dropFirst() : mention
        let start = words.count
        words.append(contentsOf: Self.words(mention, analyzer))
        guard words.count > start else { return }
        let isCommon =
            isMarked || (words.count == start + 1 && hostWords.roles(of: mention).contains(.common))
        byFirstWord.insert(phrases.count, for: words[start].value)
        phrases.append(Phrase(words: start..<words.count, organisation: organisation, isCommon: isCommon))
    }

    /// As the analyzer reads them, which plain ASCII words need not wait for.
    private static func words(_ mention: ArraySlice<UInt8>, _ analyzer: TextAnalyzer) -> [WordKey] {
        let isPlain = mention.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20: true
            default: false
            }
        }
        guard isPlain else { return analyzer.words(String(decoding: mention, as: UTF8.self)) }
        return mention.split(separator: 0x20).map { WordKey($0.lazy.map(UInt32.init)) }
    }

    /// Which organisations a host belongs to, by its longest listed parent domain.
    package func owners(of host: String) -> [Int] { owners(of: Array(host.utf8)[...]) }

    func owners(of host: ArraySlice<UInt8>) -> [Int] {
        var rest = host
        while !rest.isEmpty {
            let owners = organisations(at: rest)
            if !owners.isEmpty { return owners }
            guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { break }
            rest = rest[(dot + 1)...]
        }
        return []
    }

    /// The organisations that list just this domain.
    func organisations(at domain: ArraySlice<UInt8>) -> [Int] {
        byDomain.all(ByteHash(domain).value).filter { domains[$0].bytes.elementsEqual(domain) }
            .map { domains[$0].organisation }
    }

    /// Every naming in the text, in order; a longer name hides shorter ones at the same place.
    /// - Parameter includesCommon: whether to take names that are everyday words too.
    package func mentions(in text: AnalyzedText, includesCommon: Bool = false) -> [Mention] {
        var result: [Mention] = []
        let tokens = text.tokens
        var index = 0
        while index < tokens.count {
            var matches: [Phrase] = []
            _ = byFirstWord.first(tokens[index].key.value) { place in
                let phrase = phrases[place]
                if includesCommon || !phrase.isCommon, stands(phrase, in: tokens, at: index) {
                    matches.append(phrase)
                }
                return false
            }
            let longest = matches.map(\.words.count).max() ?? 0
            for phrase in matches where phrase.words.count == longest {
                result.append(
                    Mention(
                        organisation: phrase.organisation, tokens: index..<(index + longest),
                        isCommon: phrase.isCommon))
            }
            index += max(longest, 1)
        }
        return result
    }

    private func stands(_ phrase: Phrase, in tokens: [Token], at start: Int) -> Bool {
        guard start + phrase.words.count <= tokens.count else { return false }
        return phrase.words.indices.allSatisfy {
            let token = tokens[start + $0 - phrase.words.lowerBound]
            return token.kind == nil && token.key == words[$0]
        }
    }
}
