package import TextAnalysis

/// Banks, carriers, authorities, shops and others, with their names in texts and their domains.
package struct Organisations: Sendable {
    package struct Entry: Sendable {
        package let kind: OrganisationKind
        /// Whether anybody can put pages, profiles, files or redirections under its domains: a link there is no
        /// mismatch, but no sign of good faith either.
        package var isOpen: Bool
        /// Whether imitations prefer the organisation, so that a weaker likeness counts.
        package var isMajor: Bool
        /// The line of the file: name, names in texts, domains, kind, countries and, if there are any, flags. They become texts only
        /// when asked for, as few of them ever are.
        fileprivate let line: ArraySlice<UInt8>

        package var name: String { field(0).text }
        /// Registrable domains, suffixes that only its members get, such as `gov.uk`, or hosts of its own below the
        /// domain of a larger organisation.
        package var domains: [String] { field(2).alternatives.map(\.text) }
        /// The ISO 3166-1 alpha-2 codes of the countries that it serves, or `*` for all.
        package var countries: [String] { field(4).alternatives.map(\.text) }

        fileprivate func field(_ number: Int) -> ArraySlice<UInt8> {
            var rest = line
            for _ in 0..<number { rest = rest.drop { $0 != 0x09 }.dropFirst() }
            return rest.prefix { $0 != 0x09 }
        }
    }

    /// A place in a text at which it names an organisation.
    package struct Mention: Sendable, Equatable {
        package var organisation: Int
        package var tokens: Range<Int>
        /// Whether the name has an everyday meaning too, so that other evidence is needed beside it.
        package var isCommon: Bool
    }

    private struct Phrase: Sendable {
        /// The place of the phrase's words in `words`.
        var words: Range<Int>
        var organisation: Int
        var isCommon: Bool
    }

    package private(set) var entries: [Entry] = []
    private(set) var labels: OrganisationLabels
    /// Names of one word without an everyday meaning: words that a disguised word such as `P a y P a l` is read as.
    private(set) var plainNames = KnownWords()
    /// The indices of the organisations that list a domain, by its hash.
    private var byDomain: HashIndex
    /// The words of all phrases, one phrase after the other.
    private var words: [WordKey] = []
    private var phrases: [Phrase] = []
    /// The indices of the phrases that begin with a word, by its key.
    private var byFirstWord: HashIndex

    /// A name of one word that no domain begins with is looked for in hosts if it has at least this many letters. Shorter names
    /// are parts of many words.
    private static let shortestWordLabel = 5
    /// A name of several words is looked for in hosts if it has at least this many letters, without blanks.
    private static let shortestPhraseLabel = 8
    /// A name is recognised by its look if it has at least this many letters: `3pm` is a time.
    private static let shortestNameByLook = 4

    init(_ files: [TSVFile], analyzer: TextAnalyzer, hostWords: HostWords) throws(RuleError) {
        let count = files.reduce(0) { $0 + $1.rows.count }
        entries.reserveCapacity(count)
        // Most organisations have about one domain and one name each, and a label for both.
        labels = OrganisationLabels(capacity: count * 3 / 2)
        byDomain = HashIndex(capacity: count * 3 / 2)
        byFirstWord = HashIndex(capacity: count * 3 / 2)
        for file in files {
            for row in file.rows {
                guard let entry = Entry(row) else { throw file.malformed(row) }
                entries.append(entry)
                for domain in row.fields[2].alternatives { add(domain: domain, analyzer.suffixes, hostWords) }
                for name in row.fields[1].alternatives { add(name: name, analyzer, hostWords) }
            }
        }
    }

    private mutating func add(
        domain: ArraySlice<UInt8>, _ suffixes: PublicSuffixList, _ hostWords: HostWords
    ) {
        let organisation = entries.count - 1
        byDomain.insert(organisation, for: ByteHash(domain).value)
        let label = domain.prefix { $0 != UInt8(ascii: ".") }
        let roles = hostWords.roles(of: label)
        guard !roles.contains(.generic) else { return }
        // The first labels of `state.ca.us` and `teams.microsoft.com` don't name the owner.
        let dots = domain.count { $0 == UInt8(ascii: ".") }
        if dots > 1, suffixes.registrableDomain(of: domain.text)?.utf8.count != domain.count { return }
        labels.add(label, of: entries[organisation], at: organisation, isCommon: roles.contains(.common))
    }

    /// Adds a name to the organisation that was read last.
    /// - Parameter name: words in lower case; a `?` before them says that they have an everyday meaning too.
    private mutating func add(name: ArraySlice<UInt8>, _ analyzer: TextAnalyzer, _ hostWords: HostWords) {
        let organisation = entries.count - 1
        let isMarked = name.first == UInt8(ascii: "?")
        let name = isMarked ? name.dropFirst() : name
        let start = words.count
        // Plain ASCII needs no analyzer, which is slower.
        if !WordKey.appendPlain(name, to: &words) { words += analyzer.words(name.text) }
        let phrase = start..<words.count
        guard !phrase.isEmpty else { return }
        let isCommon = isMarked || (phrase.count == 1 && hostWords.roles(of: name).contains(.common))
        if !isCommon { addLabel(of: name, organisation) }
        if !isMarked, name.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) {
            plainNames.insert(ascii: name, byLookFrom: Self.shortestNameByLook)
        }
        byFirstWord.insert(phrases.count, for: words[start].value)
        phrases.append(Phrase(words: phrase, organisation: organisation, isCommon: isCommon))
    }

    /// Adds a name as a label, as imitations spell names in hosts that no real domain begins with:
    /// `ezpass-unpaid.top`.
    private mutating func addLabel(of name: ArraySlice<UInt8>, _ organisation: Int) {
        let isPhrase = name.contains(UInt8(ascii: " "))
        let label = isPhrase ? name.filter { $0 != UInt8(ascii: " ") }[...] : name
        let shortest = isPhrase ? Self.shortestPhraseLabel : Self.shortestWordLabel
        guard label.count >= shortest,
            label.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "z") })
        else { return }
        labels.add(label, of: entries[organisation], at: organisation, isCommon: false)
    }

    /// The indices of the organisations to which a host belongs, by its longest listed parent domain.
    package func owners(of host: String) -> [Int] {
        var rest = Array(host.utf8)[...]
        while !rest.isEmpty {
            let owners = organisations(at: rest)
            if !owners.isEmpty { return owners }
            guard let dot = rest.firstIndex(of: UInt8(ascii: ".")) else { break }
            rest = rest[(dot + 1)...]
        }
        return []
    }

    /// The indices of the organisations that list exactly this domain.
    func organisations(at domain: ArraySlice<UInt8>) -> [Int] {
        byDomain.all(ByteHash(domain).value).filter { entries[$0].field(2).alternatives.contains(domain) }
    }

    /// All places where the text names an organisation, in order; a longer name hides shorter ones at the same place.
    /// - Parameter includesCommon: whether to include names that are everyday words too.
    package func mentions(in text: AnalyzedText, includesCommon: Bool = false) -> [Mention] {
        var result: [Mention] = []
        let tokens = text.tokens
        var index = 0
        while index < tokens.count {
            let begun = byFirstWord.all(tokens[index].key.value)
            if begun.isEmpty {
                index += 1
                continue
            }
            let matches = begun.map { phrases[$0] }.filter {
                (includesCommon || !$0.isCommon) && stands($0, in: tokens, at: index)
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
        return zip(words[phrase.words], tokens[start...]).allSatisfy { word, token in
            token.kind == nil && token.key == word
        }
    }
}

extension Organisations.Entry {
    /// Returns nil if the kind or a flag is unknown.
    fileprivate init?(_ row: TSVFile.Row) {
        let fields = row.fields
        guard let kind = OrganisationKind(rawValue: fields[3].text) else { return nil }
        self.kind = kind
        line = row.bytes
        isOpen = false
        isMajor = false
        guard fields.count > 5 else { return }
        for flag in fields[5].alternatives {
            switch flag.text {
            case "open": isOpen = true
            case "major": isMajor = true
            default: return nil
            }
        }
    }
}

extension Organisations {
    func write(to writer: inout SnapshotWriter) {
        writer.numbers(entries.map { UInt8(OrganisationKind.allCases.firstIndex(of: $0.kind) ?? 0) })
        writer.numbers(entries.map { UInt8(($0.isOpen ? 1 : 0) | ($0.isMajor ? 2 : 0)) })
        writer.slices(entries.map(\.line))
        labels.write(to: &writer)
        plainNames.write(to: &writer)
        byDomain.write(to: &writer)
        writer.numbers(words.map(\.value))
        writer.numbers(phrases.map { UInt32($0.words.count) })
        writer.numbers(phrases.map { UInt32($0.organisation) })
        writer.numbers(phrases.map { UInt8($0.isCommon ? 1 : 0) })
        byFirstWord.write(to: &writer)
    }

    init(from reader: inout SnapshotReader) throws(SnapshotError) {
        let kinds = try reader.numbers(UInt8.self)
        let flags = try reader.numbers(UInt8.self)
        let lines = try reader.slices()
        guard kinds.count == lines.count, flags.count == lines.count,
            kinds.allSatisfy({ $0 < OrganisationKind.allCases.count })
        else { throw SnapshotError() }
        entries.reserveCapacity(kinds.count)
        for (number, line) in lines.enumerated() {
            entries.append(
                Entry(
                    kind: OrganisationKind.allCases[Int(kinds[number])], isOpen: flags[number] & 1 != 0,
                    isMajor: flags[number] & 2 != 0, line: line))
        }
        labels = try OrganisationLabels(from: &reader, organisations: entries.count)
        plainNames = try KnownWords(from: &reader)
        byDomain = try HashIndex(from: &reader, below: entries.count)
        words = try reader.numbers(UInt64.self).map(WordKey.init(value:))
        let lengths = try reader.numbers(UInt32.self)
        let owners = try reader.numbers(UInt32.self)
        let isCommon = try reader.numbers(UInt8.self)
        guard owners.count == lengths.count, isCommon.count == lengths.count,
            owners.allSatisfy({ $0 < kinds.count }),
            lengths.allSatisfy({ $0 > 0 }), lengths.reduce(0, { $0 + Int($1) }) == words.count
        else { throw SnapshotError() }
        var start = 0
        phrases.reserveCapacity(lengths.count)
        for (number, length) in lengths.enumerated() {
            phrases.append(
                Phrase(
                    words: start..<start + Int(length), organisation: Int(owners[number]),
                    isCommon: isCommon[number] != 0))
            start += Int(length)
        }
        byFirstWord = try HashIndex(from: &reader, below: phrases.count)
    }
}

/// The field of work of an organisation.
package enum OrganisationKind: String, Sendable, CaseIterable {
    // Scams often claim to come from organisations of these kinds.
    case bank, payment, crypto, investment, lending, insurance
    case carrier, toll, tax, government
    case telecom, utility
    case marketplace, store, travel
    case social, messenger, mail, streaming, technology, security

    // Scams seldom claim to come from these kinds.
    case software, hosting, games, food, health, education, jobs, property, media, charity, lottery, other

    /// Whether messages often claim to come from this kind. Of other kinds more evidence is needed before a host with
    /// the name counts as an imitation.
    package var isOftenImitated: Bool {
        switch self {
        case .bank, .payment, .crypto, .investment, .lending, .insurance, .carrier, .toll, .tax, .government,
            .telecom, .utility, .marketplace, .store, .travel, .social, .messenger, .mail, .streaming,
            .technology,
            .security:
            true
        case .software, .hosting, .games, .food, .health, .education, .jobs, .property, .media, .charity,
            .lottery, .other:
            false
        }
    }

    /// Whether the kind handles money, parcels or papers, so that a mere path such as `/dhl/` on a stranger's site is
    /// telling.
    var isNamedInPaths: Bool {
        switch self {
        case .bank, .payment, .carrier, .toll, .tax, .government: true
        default: false
        }
    }
}
