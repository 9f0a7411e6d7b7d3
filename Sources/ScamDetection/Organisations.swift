package import TextAnalysis

/// Banks, carriers, authorities, shops: how texts name them and which domains are theirs.
package struct Organisations: Sendable {
    package struct Entry: Sendable {
        package var kind: OrganisationKind
        /// Whether anybody can put pages, profiles, files or redirections under its domains: a link there is no mismatch,
        /// but no sign of good faith either.
        package var isOpen: Bool
        /// Whether imitations prefer it, so that a smaller likeness counts.
        package var isMajor: Bool
        fileprivate let bytes: [UInt8]
        fileprivate let fields: [Range<Int>]

        package var name: String { String(decoding: bytes[fields[0]], as: UTF8.self) }
        /// Registrable domains, suffixes that only its members get, such as `gov.uk`, or hosts of its own below the
        /// domain of a larger organisation.
        package var domains: [String] { strings(fields[2]) }
        /// ISO 3166-1 alpha-2, or `*`.
        package var countries: [String] { strings(fields[4]) }

        /// Its names that are one word of lower-case ASCII letters.
        fileprivate func forEachName(_ body: (ArraySlice<UInt8>) -> Void) {
            for mention in LineFile.parts(of: fields[1], in: bytes)
            where bytes[mention].allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) {
                body(bytes[mention])
            }
        }

        private func strings(_ field: Range<Int>) -> [String] {
            LineFile.parts(of: field, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
        }
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
    /// All files' bytes one after the other.
    private let bytes: [UInt8]
    private var domains: [(place: Range<Int>, organisation: Int)] = []
    private var byDomain: HashIndex
    private var words: [WordKey] = []
    private var phrases: [Phrase] = []
    private var byFirstWord: HashIndex

    /// From how many letters a name counts as a label although no domain begins with it.
    private static let shortestWordLabel = 5
    private static let shortestPhraseLabel = 8
    /// `3pm` is no company.
    private static let shortestNameByLook = 4

    init(_ files: [LineFile], analyzer: TextAnalyzer, hostWords: HostWords) throws(RuleError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.reduce(0) { $0 + $1.bytes.count })
        for file in files { bytes += file.bytes }
        let lines = files.reduce(0) { $0 + $1.lines.count }
        let domainCount = bytes.count { $0 == UInt8(ascii: ".") }
        let mentionCount = bytes.count { $0 == UInt8(ascii: "|") } + lines
        self.bytes = bytes
        entries.reserveCapacity(lines)
        domains.reserveCapacity(domainCount)
        labels = OrganisationLabels(capacity: domainCount + mentionCount)
        byDomain = HashIndex(capacity: domainCount)
        byFirstWord = HashIndex(capacity: mentionCount)
        var offset = 0
        for file in files {
            for line in file.lines {
                let fields = file.fields(of: line, offset: offset)
                guard let entry = Entry(fields, of: bytes) else { throw file.malformed(line) }
                entries.append(entry)
                for domain in LineFile.parts(of: fields[2], in: bytes) {
                    add(domain, of: entries.count - 1, analyzer.suffixes, hostWords)
                }
                for mention in LineFile.parts(of: fields[1], in: bytes) {
                    add(bytes[mention], of: entries.count - 1, analyzer, hostWords)
                }
            }
            offset += file.bytes.count
        }
    }

    private mutating func add(
        _ place: Range<Int>, of organisation: Int, _ suffixes: PublicSuffixList, _ hostWords: HostWords
    ) {
        let domain = bytes[place]
        byDomain.insert(domains.count, for: ByteHash(domain).value)
        domains.append((place, organisation))
        let dots = domain.count { $0 == UInt8(ascii: ".") }
        let label = domain.prefix { $0 != UInt8(ascii: ".") }
        let roles = hostWords.roles(of: label)
        guard !roles.contains(.generic) else { return }
        // `state.ca.us` and `teams.microsoft.com` say nothing by their first label.
        if dots > 1,
            suffixes.registrableDomain(of: String(decoding: domain, as: UTF8.self))?.utf8.count
                != domain.count
        {
            return
        }
        labels.add(label, of: entries[organisation], at: organisation, isCommon: roles.contains(.common))
    }

    /// - Parameter mention: lower-case words; a `?` before them says that they have an everyday meaning too.
    private mutating func add(
        _ mention: ArraySlice<UInt8>, of organisation: Int, _ analyzer: TextAnalyzer, _ hostWords: HostWords
    ) {
        let isMarked = mention.first == UInt8(ascii: "?")
        let mention = isMarked ? mention.dropFirst() : mention
        let start = words.count
        appendWords(of: mention, analyzer)
        guard words.count > start else { return }
        let isCommon =
            isMarked || (words.count == start + 1 && hostWords.roles(of: mention).contains(.common))
        if !isCommon { addLabel(of: mention, organisation) }
        byFirstWord.insert(phrases.count, for: words[start].value)
        phrases.append(Phrase(words: start..<words.count, organisation: organisation, isCommon: isCommon))
    }

    /// Imitations spell names in hosts that no real domain begins with: `ezpass-unpaid.top`.
    private mutating func addLabel(of mention: ArraySlice<UInt8>, _ organisation: Int) {
        let label = mention.filter { $0 != 0x20 }
        let shortest = label.count == mention.count ? Self.shortestWordLabel : Self.shortestPhraseLabel
        guard label.count >= shortest, label.allSatisfy({ $0 >= 0x30 && $0 <= 0x7A }) else { return }
        labels.add(label[...], of: entries[organisation], at: organisation, isCommon: false)
    }

    /// Adds words as the analyzer reads them, which plain ASCII ones need not wait for.
    private mutating func appendWords(of mention: ArraySlice<UInt8>, _ analyzer: TextAnalyzer) {
        guard !WordKey.appendPlain(mention, to: &words) else { return }
        words.append(contentsOf: analyzer.words(String(decoding: mention, as: UTF8.self)))
    }

    /// The names of one plain word without an everyday meaning: what `P a y P a l` may be read as.
    var plainNames: KnownWords {
        var names = KnownWords()
        for entry in entries {
            entry.forEachName {
                names.insert(ascii: $0, byLookFrom: Self.shortestNameByLook)
            }
        }
        return names
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
        byDomain.all(ByteHash(domain).value).filter { bytes[domains[$0].place].elementsEqual(domain) }
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

extension Organisations.Entry {
    /// Nil for unknown kinds and flags.
    fileprivate init?(_ fields: [Range<Int>], of bytes: [UInt8]) {
        guard let kind = OrganisationKind(rawValue: String(decoding: bytes[fields[3]], as: UTF8.self)) else {
            return nil
        }
        self.kind = kind
        self.bytes = bytes
        self.fields = fields
        isOpen = false
        isMajor = false
        guard fields.count > 5 else { return }
        for flag in LineFile.parts(of: fields[5], in: bytes) {
            switch String(decoding: bytes[flag], as: UTF8.self) {
            case "open": isOpen = true
            case "major": isMajor = true
            default: return nil
            }
        }
    }
}
