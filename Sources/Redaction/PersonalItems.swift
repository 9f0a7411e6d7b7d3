package import ScamTaxonomy
package import TextAnalysis

/// What is personal on a picture, by its words. A word is shown if it was read with certainty, or is evidence, and is nobody's own.
package struct PersonalItems {
    private let transcript: Transcript
    private let text: AnalyzedText
    private let words: PersonalWords
    private var items: [(kind: RedactedKind, places: [WordPlace])] = []
    private var kinds: [WordPlace: RedactedKind] = [:]
    /// Words that links and amounts are made of. No other finder covers them.
    private var kept: Set<WordPlace> = []
    /// Words that are covered unless they are evidence, as nothing proves them harmless.
    private var unproven: [(kind: RedactedKind, places: [WordPlace])] = []
    /// The places of all words, in the order of the text.
    private let places: [WordPlace]

    /// A word needs at least this confidence to be shown.
    private static let minConfidence = 0.5
    /// A line of one word of at most this many letters, all capitals, is an avatar's.
    private static let initials = 2

    /// - Parameters:
    ///   - transcript: what was read on the picture.
    ///   - text: all lines of it, whoever wrote them.
    ///   - organisations: the ranges of the text that name a known organisation.
    package init(
        _ transcript: Transcript, _ text: AnalyzedText, organisations: [Range<Int>], words: PersonalWords,
        options: RedactionOptions
    ) {
        (self.transcript, self.text, self.words) = (transcript, text, words)
        places = transcript.lines.enumerated().flatMap { number, line in
            line.words.indices.map { WordPlace(line: number, word: $0) }
        }
        for (number, line) in transcript.lines.enumerated() {
            for (index, word) in line.words.enumerated() where word.text.isMailAddress {
                add(.email, [WordPlace(line: number, word: index)])
            }
        }
        let broken = BrokenWords(transcript: transcript)
        for parts in broken.mailAddresses() { add(.email, parts) }
        let passages = Passage.all(of: transcript)
        for place in places where self[place].text.holdsSecret { add(.account, [place]) }
        let named = Set(organisations.flatMap { places(of: $0) })
        let harmless = text.entities.filter { $0.codeBox == nil && Self.kind(of: $0, []) == nil }
        let unproven = UnprovenWords(
            transcript, passages, known: named.union(harmless.flatMap { places(of: $0.range) }), words: words)
        let names = NameFinder(
            transcript: transcript, passages: passages, words: words, unproven: unproven
        ).names()
        for name in names {
            // A known organisation, with words such as `service`, is nobody.
            let own = name.filter { isWord($0) && !named.contains($0) }
            let isOrganisation =
                !named.isDisjoint(with: name) && own.allSatisfy { words.isCommon(self[$0].text) }
            if !isOrganisation { addName(name) }
        }
        for entity in text.entities where entity.codeBox == nil {
            guard let kind = Self.kind(of: entity, options) else {
                if entity.kind == .money, isNamed(behind: places(of: entity.range)) { continue }
                kept.formUnion(places(of: entity.range).filter { kinds[$0] == nil })
                continue
            }
            add(kind, Array(places(of: entity.range)))
        }
        for place in places where self[place].text.isMention && !named.contains(place) {
            add(.account, [place])
        }
        for passage in passages {
            let plates = PlateFinder.plates(in: passage.texts) { index in
                kept.contains(passage.places[index]) || named.contains(passage.places[index])
                    || passage.texts[index].count(where: \.isLetter) > 1
                        && !passage.texts[index].contains("-") && words.isListed(passage.texts[index])
            }
            for (kind, found) in [
                (RedactedKind.address, AddressFinder(words: words).addresses(in: passage)),
                (.account, plates), (.account, NumberFinder.numbers(in: passage.texts)),
            ] {
                for indices in found { add(kind, indices.map { passage.places[$0] }) }
            }
        }
        for parts in broken.hyphened() {
            if let kind = parts.compactMap({ kinds[$0] }).first { add(kind, parts) }
        }
        repeatNames(names)
        let addresses = AddressLines(transcript: transcript, words: words, unproven: unproven)
        let shaped = addresses.byShape()
        let rest = addresses.rest(of: Set(places.filter { kinds[$0] == .address } + shaped.joined()))
        let dates = passages.flatMap { passage in
            DateFinder.dates(in: passage.texts).map { $0.map { passage.places[$0] } }
        }
        let called = names.filter { kinds[$0[0]] == .name } + rest.filter { $0.kind == .name }.map(\.places)
        // A line that is nothing but such a name tells nothing else, whatever finding it is within.
        let sure = parts(of: called)
        for place in places where unproven.isOnly(place.line, of: sure) && sure.contains(plain(place)) {
            add(.name, [place])
        }
        let prose = ProseLines(transcript, unproven)
        let isKept = { [kept, named] (place: WordPlace) in kept.contains(place) || named.contains(place) }
        let sentences = SentenceWords(
            transcript: transcript, words: words, unproven: unproven, isProse: prose.isProse, isKept: isKept)
        let outside = OutsideProse(
            transcript: transcript, words: words, unproven: unproven, isProse: prose.isProse,
            languages: sentences.languages, isKept: isKept
        ).found()
        for number in outside.numbers { add(.account, number) }
        addSigns(unproven)
        let listed = sentences.found(in: passages)
        let within = unproven.inProse(besides: listed.lines) + listed.words
        let surely = unproven.nameLines() + within.filter { Set($0.map(\.line)).count == 1 }
        self.unproven =
            (dates.map { (.account, $0) } + shaped.map { (.address, $0) } + rest
            + (within + outside.words + repeated(parts(of: called + surely), unproven)).map { (.name, $0) })
            .map { (kind: $0, places: $1.filter { kinds[$0] == nil && !kept.contains($0) }) }
            .filter { !$0.places.isEmpty }
        let covered =
            self.unproven.flatMap { $0.kind == .name ? $0.places : [] } + places.filter { kinds[$0] == .name }
        let beside = BesideNames(transcript: transcript, words: words, names: Set(covered)) { [kinds, kept] in
            kinds[$0] != nil || kept.contains($0)
        }
        self.unproven += beside.found().map { (.name, [$0]) }
        if options.contains(.mine) {
            show(OtherParty(transcript: transcript, text: text, words: words, places: places).contacts())
        }
    }

    /// Takes back what covers these words.
    private mutating func show(_ shown: Set<WordPlace>) {
        kinds = kinds.filter { !shown.contains($0.key) }
        kept.formUnion(shown)
        let rest = { (all: [(kind: RedactedKind, places: [WordPlace])]) in
            all.map { (kind: $0.kind, places: $0.places.filter { !shown.contains($0) }) }.filter {
                !$0.places.isEmpty
            }
        }
        (items, unproven) = (rest(items), rest(unproven))
    }

    /// Covers short groups of capitals beside covered numbers, which belong to them: `GB 6004 1187`.
    private mutating func addSigns(_ unproven: UnprovenWords) {
        let numbers = places.filter { kinds[$0] == .account || kinds[$0] == .phone || kinds[$0] == .code }
        for number in numbers {
            for step in [-1, 1] {
                let place = WordPlace(line: number.line, word: number.word + step)
                guard transcript.lines[place.line].words.indices.contains(place.word) else { continue }
                let (text, before) = (self[place].text, step < 0 ? self[place].text : self[number].text)
                let letters = text.filter(\.isLetter)
                guard (1...2).contains(letters.count), letters.allSatisfy(\.isUppercase), !before.endsPhrase,
                    text.digitCount == 0, !words.isLabel(text),
                    !unproven.isEveryday(place) || letters.count == 1
                else { continue }
                add(.account, [place])
            }
        }
    }

    /// Whether what looks like an amount is a house with a street's name, of which more stands behind it: `88 Pound Hill`.
    private func isNamed(behind amount: ArraySlice<WordPlace>) -> Bool {
        guard let last = amount.last, !self[last].text.endsPhrase, self[last].text.mayBeName else {
            return false
        }
        let line = transcript.lines[last.line].words
        return line.indices.contains(last.word + 1) && line[last.word + 1].text.hasCase
            && line[last.word + 1].text.mayBeName
    }

    /// Parts of names wherever else they stand.
    private func repeated(_ parts: Set<String>, _ unproven: UnprovenWords) -> [[WordPlace]] {
        places.filter { parts.contains(plain($0)) && unproven.isNamed($0, among: parts) }.map { [$0] }
    }

    private func parts(of names: [[WordPlace]]) -> Set<String> {
        Set(names.joined().map(plain).filter { $0.count > 2 })
    }

    private func plain(_ place: WordPlace) -> String { PersonalWords.plain(self[place].text) }

    /// The kind under which an entity is covered; nil for one that stays.
    private static func kind(of entity: Entity, _ options: RedactionOptions) -> RedactedKind? {
        switch entity.kind {
        case .email: .email
        case .phone: .phone
        case .code: .code
        case .crypto, .handle: .account
        case .money: options.contains(.amounts) ? .amount : nil
        case .url, .duration, .qr, .barcode: nil
        }
    }

    /// Covers words that nothing else covers yet, as one thing.
    private mutating func add(_ kind: RedactedKind, _ places: [WordPlace]) {
        let new = places.filter { kinds[$0] == nil && !kept.contains($0) }
        guard !new.isEmpty else { return }
        for place in new { kinds[place] = kind }
        items.append((kind, new))
    }

    private mutating func addName(_ name: [WordPlace]) {
        // A number in a header's place is one by which somebody is called.
        let isNumber = name.allSatisfy { place in
            let text = self[place].text
            return text.digitCount > 0 && !text.contains(where: \.isLetter)
        }
        add(isNumber ? .phone : .name, name)
    }

    /// Covers names wherever else they stand. That of a header is covered in lines of apps only: a message that has it may name an
    /// organisation.
    private mutating func repeatNames(_ names: [[WordPlace]]) {
        let texts = transcript.lines.map { $0.words.map { PersonalWords.plain($0.text) } }
        let byFirst = Dictionary(grouping: places) { texts[$0.line][$0.word] }
        var seen: Set<RepeatedName> = []
        for name in names where kinds[name[0]] == .name {
            let parts = name.map { texts[$0.line][$0.word] }.filter { $0.count > 1 }
            guard !parts.isEmpty, parts.count > 1 || !words.isCommon(parts[0]) else { continue }
            let isFromMessage = transcript.lines[name[0].line].role.isMessage
            guard seen.insert(RepeatedName(parts: parts, isFromMessage: isFromMessage)).inserted else {
                continue
            }
            for place in byFirst[parts[0]] ?? [] {
                let line = transcript.lines[place.line]
                guard
                    isFromMessage || !line.role.isMessage
                        || line.words.count <= parts.count + Self.profileWords,
                    texts[place.line].dropFirst(place.word).starts(with: parts),
                    self[place].text.mayBeName || line.role == .chrome
                else { continue }
                add(.name, parts.indices.map { WordPlace(line: place.line, word: place.word + $0) })
            }
        }
    }

    private struct RepeatedName: Hashable {
        let parts: [String]
        let isFromMessage: Bool
    }

    /// The number of words beside a name in a line of a profile, such as `Jo · Instagram`.
    private static let profileWords = 2

    // MARK: The plan

    /// - Parameters:
    ///   - evidence: the places of the words and codes by which the picture was judged.
    ///   - frame: the number of the frame, from 1.
    package func plan(evidence: [Box], frame: Int, options: RedactionOptions) -> RedactionPlan {
        var plan = RedactionPlan(width: transcript.width, height: transcript.height)
        plan.frame = frame
        let evidence = BoxRows(evidence)
        let kinds = self.kinds(besides: evidence, &plan)
        for item in items where !options.contains(.own) || item.places.contains(where: { !isOwn($0) }) {
            plan.counts[item.kind, default: 0] += 1
        }
        for (number, line) in transcript.lines.enumerated() {
            if options.contains(.own), line.role == .outgoing { continue }
            let extent = line.extent
            let isInitials =
                line.words.count == 1 && line.text == line.text.uppercased()
                && (1...Self.initials).contains(line.text.count(where: \.isLetter))
                && line.text.digitCount == 0
            for (index, word) in line.words.enumerated() {
                let place = WordPlace(line: number, word: index)
                let box = word.box.asHigh(as: extent)
                if let kind = kinds[place] {
                    // Neighbours are covered by one box, so that nothing tells the words' number and lengths.
                    if index > 0, kinds[WordPlace(line: number, word: index - 1)] == kind,
                        let last = plan.hidden.popLast()
                    {
                        plan.hidden.append(.init(kind, last.box.union(box)))
                    } else {
                        plan.hidden.append(.init(kind, box))
                    }
                } else if isInitials, !kept.contains(place) {
                    plan.hidden.append(.init(.picture, box))
                } else if kept.contains(place) || word.confidence >= Self.minConfidence
                    || evidence.holdMiddle(of: word.box)
                {
                    plan.shown.append(box)
                }
            }
        }
        for code in transcript.codes {
            if evidence.holdMiddle(of: code.box) {
                plan.shown.append(code.box)
            } else {
                plan.hidden.append(.init(.barcode, code.box))
                plan.counts[.barcode, default: 0] += 1
            }
        }
        if options.contains(.own) {
            let own = Dictionary(grouping: transcript.lines.filter { $0.role == .outgoing }, by: \.block)
            for block in own.values {
                plan.hidden.append(.init(.own, block.dropFirst().reduce(block[0].box) { $0.union($1.box) }))
            }
            if !own.isEmpty { plan.counts[.own] = own.count }
        }
        return plan
    }

    /// What is covered under which kind. Words that aren't proven harmless are shown where they are evidence.
    private func kinds(besides evidence: BoxRows, _ plan: inout RedactionPlan) -> [WordPlace: RedactedKind] {
        var all = kinds
        for (kind, places) in unproven {
            // Evidence may reach over words that no rule asks for, such as a name between two that it does.
            let boxes = places.map { self[$0].box }
            let limits = boxes.dropFirst().reduce(boxes[0]) { $0.union($1) }
            let covered = places.filter { place in
                let text = self[place].text
                let isAsked = words.isListed(text) && !words.isName(text) && !words.isAlsoName(text)
                return all[place] == nil
                    && !evidence.holdMiddle(of: self[place].box, within: isAsked ? nil : limits)
            }
            for place in covered { all[place] = kind }
            if !covered.isEmpty { plan.counts[kind, default: 0] += 1 }
        }
        // Where a sign was read that isn't there, its box holds letters of the word beside it.
        for place in places where all[place] == nil && !isWord(place) {
            let beside = [place.word - 1, place.word + 1].map { WordPlace(line: place.line, word: $0) }
            if let kind = beside.lazy.filter(isWord).compactMap({ all[$0] }).first { all[place] = kind }
        }
        return all
    }

    private func isOwn(_ place: WordPlace) -> Bool { transcript.lines[place.line].role == .outgoing }

    private func isWord(_ place: WordPlace) -> Bool {
        let words = transcript.lines[place.line].words
        return words.indices.contains(place.word)
            && words[place.word].text.contains { $0.isLetter || $0.isNumber }
    }

    private subscript(place: WordPlace) -> Transcript.Word { transcript.lines[place.line].words[place.word] }

    /// The words that a range of the text touches.
    private func places(of range: Range<Int>) -> ArraySlice<WordPlace> {
        places[text.words(in: range).clamped(to: places.indices)]
    }
}

extension Box {
    /// A line's box may be twice as high as a word's, which has neither ascenders nor tails. That of a slanting line is higher.
    private static let mostHeights = 2

    /// The box from the line's top to its bottom.
    fileprivate func asHigh(as line: Box) -> Box {
        guard line.height <= Self.mostHeights * height else { return self }
        let (top, bottom) = (min(y, line.y), max(y + height, line.y + line.height))
        return Box(x: x, y: top, width: width, height: bottom - top)
    }
}

extension String {
    /// Whether the word looks like a link but is a key: of a SIM, a second factor, a network, a wallet.
    fileprivate var holdsSecret: Bool {
        let scheme = prefix { $0 != ":" }.lowercased()
        return ["lpa", "otpauth", "wifi", "bitcoin", "ethereum", "upi"].contains(scheme)
            && scheme.count < count
    }
}

extension Transcript.Line {
    /// The words' box without those that are much higher than the others, such as an icon that was read as a word.
    fileprivate var extent: Box {
        let heights = words.map(\.box.height).sorted()
        guard let usual = heights.dropFirst((heights.count - 1) / 2).first else { return box }
        let ordinary = words.map(\.box).filter { 2 * $0.height <= 3 * usual }
        return ordinary.dropFirst().reduce(ordinary.first ?? box) { $0.union($1) }
    }
}
