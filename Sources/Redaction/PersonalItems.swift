package import ScamTaxonomy
package import TextAnalysis

/// What is personal on a picture, by its words. A word is shown if it was read with certainty, or is evidence, and is nobody's own.
package struct PersonalItems {
    private let transcript: Transcript
    private let text: AnalyzedText
    private let words: PersonalWords
    private var items: [(kind: RedactedKind, places: [WordPlace])] = []
    private var kinds: [WordPlace: RedactedKind] = [:]
    /// Words that links and organisations' names are made of. No other finder covers them.
    private var kept: Set<WordPlace> = []

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
        for (number, line) in transcript.lines.enumerated() {
            for (index, word) in line.words.enumerated() where word.text.isMailAddress {
                add(.email, [WordPlace(line: number, word: index)])
            }
        }
        let passages = Passage.all(of: transcript)
        let names = NameFinder(transcript: transcript, passages: passages, words: words).names()
        let named = Set(organisations.flatMap(places))
        for name in names where !named.isSuperset(of: name.filter { isWord($0) }) { addName(name) }
        for entity in text.entities where entity.codeBox == nil {
            guard let kind = Self.kind(of: entity, options) else {
                kept.formUnion(places(of: entity.range).filter { kinds[$0] == nil })
                continue
            }
            add(kind, places(of: entity.range))
        }
        for passage in passages {
            for (kind, found) in [
                (RedactedKind.address, AddressFinder(words: words).addresses(in: passage)),
                (.account, NumberFinder.numbers(in: passage.texts)),
            ] {
                for indices in found { add(kind, indices.map { passage.places[$0] }) }
            }
        }
        repeatNames(names)
        coverSigns()
    }

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
        for name in names where kinds[name[0]] == .name {
            let parts = name.map { PersonalWords.plain(self[$0].text) }.filter { $0.count > 1 }
            guard !parts.isEmpty, parts.count > 1 || !words.isCommon(parts[0]) else { continue }
            let isFromMessage = transcript.lines[name[0].line].role.isMessage
            for (number, line) in transcript.lines.enumerated() where line.words.count >= parts.count {
                guard
                    isFromMessage || !line.role.isMessage
                        || line.words.count <= parts.count + Self.profileWords
                else { continue }
                let texts = line.words.map { PersonalWords.plain($0.text) }
                for start in 0...texts.count - parts.count
                where Array(texts[start..<start + parts.count]) == parts {
                    let places = (start..<start + parts.count).map { WordPlace(line: number, word: $0) }
                    if self[places[0]].text.mayBeName || line.role == .chrome { add(.name, places) }
                }
            }
        }
    }

    /// Covers signs beside what is covered: where one was read that isn't there, its box holds letters of the word beside it.
    private mutating func coverSigns() {
        var signs: [WordPlace: RedactedKind] = [:]
        for (number, line) in transcript.lines.enumerated() {
            for index in line.words.indices {
                let place = WordPlace(line: number, word: index)
                let beside = [index - 1, index + 1].compactMap {
                    kinds[WordPlace(line: number, word: $0)]
                }
                if kinds[place] == nil, !isWord(place), let kind = beside.first { signs[place] = kind }
            }
        }
        kinds.merge(signs) { kind, _ in kind }
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
        for item in items where !options.contains(.own) || item.places.contains(where: { !isOwn($0) }) {
            plan.counts[item.kind, default: 0] += 1
        }
        for (number, line) in transcript.lines.enumerated() {
            if options.contains(.own), line.role == .outgoing { continue }
            let extent = line.extent
            let isInitials =
                line.words.count == 1 && line.text.count <= Self.initials
                && line.text == line.text.uppercased()
                && line.text.contains(where: \.isLetter)
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
                } else if evidence.contains(where: { $0.holdsMiddle(of: word.box) }) || kept.contains(place)
                    || word.confidence >= Self.minConfidence && !isInitials
                {
                    plan.shown.append(box)
                }
            }
        }
        for code in transcript.codes {
            if evidence.contains(where: { $0.holdsMiddle(of: code.box) }) {
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

    private func isOwn(_ place: WordPlace) -> Bool { transcript.lines[place.line].role == .outgoing }

    private func isWord(_ place: WordPlace) -> Bool {
        self[place].text.contains { $0.isLetter || $0.isNumber }
    }

    private subscript(place: WordPlace) -> Transcript.Word { transcript.lines[place.line].words[place.word] }

    /// The words that a range of the text touches.
    private func places(of range: Range<Int>) -> [WordPlace] {
        let boxes = text.boxes(for: range)
        guard !boxes.isEmpty else { return [] }
        return transcript.lines.indices.flatMap { line in
            transcript.lines[line].words.indices.filter { index in
                boxes.contains { $0.holds(transcript.lines[line].words[index].box) }
            }.map { WordPlace(line: line, word: $0) }
        }
    }
}

extension Box {
    fileprivate func holds(_ other: Box) -> Bool {
        x <= other.x && y <= other.y && x + width >= other.x + other.width
            && y + height >= other.y + other.height
    }

    fileprivate func holdsMiddle(of other: Box) -> Bool {
        (2 * x...2 * (x + width)).contains(2 * other.x + other.width)
            && (2 * y...2 * (y + height)).contains(2 * other.y + other.height)
    }

    /// A line's box may be twice as high as a word's, which has neither ascenders nor tails. That of a slanting line is higher.
    private static let mostHeights = 2

    /// The box from the line's top to its bottom.
    fileprivate func asHigh(as line: Box) -> Box {
        guard line.height <= Self.mostHeights * height else { return self }
        let (top, bottom) = (min(y, line.y), max(y + height, line.y + line.height))
        return Box(x: x, y: top, width: width, height: bottom - top)
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

extension String {
    /// Whether the word holds a mail address, whatever its domain's ending. A pattern that is searched for would take time by the
    /// square of the word's length.
    fileprivate var isMailAddress: Bool {
        let parts = split(separator: "@", omittingEmptySubsequences: false)
        return zip(parts, parts.dropFirst()).contains { name, domain in
            let label = domain.prefix { $0.isLetterOrDigit || $0 == "-" }
            let ending = domain[label.endIndex...]
            return name.last.map { $0.isLetterOrDigit || "._%+-".contains($0) } == true && !label.isEmpty
                && ending.first == "." && ending.dropFirst().first?.isLetterOrDigit == true
        }
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isWholeNumber }
}
