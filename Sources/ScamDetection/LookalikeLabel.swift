import TextAnalysis

/// Compares one label of a host with the first labels of organisations' domains.
struct LookalikeLabel {
    struct Place {
        var isSubdomain: Bool
        /// Whether the host's ending is a cheap one, or a free host, where pages cost nothing.
        var hasDoubtfulSuffix: Bool
        /// Whether another label of the host is made of words that imitations add.
        var isBesideBait = false
    }

    /// Lengths of names, in letters, from which less evidence is asked for, as few real hosts hold a long name by
    /// chance. A name of three letters needs a bait among words only; from four letters on a bait beside it is
    /// enough; from five on a bait or hyphens; from six on nothing but long words beside it; from seven on any words.
    private static let shortestStrong = 4
    private static let shortestDistinct = 5
    private static let shortestPlain = 6
    private static let shortestLoose = 7
    /// Any slip counts in a name of at least this many letters. Shorter names resemble many words, so only swapped and doubled
    /// letters count in them.
    private static let shortestSlip = 8

    let labels: OrganisationLabels
    let words: HostWords
    let confusables: Confusables
    /// The indices of organisations that are treated as unknown.
    let ignored: Set<Int>

    /// Whether the label is made of words that imitations add; `www` is part of any host.
    func isBait(_ label: ArraySlice<UInt8>) -> Bool {
        !label.elementsEqual("www".utf8) && LabelReading(label, words: words)?.isBait ?? false
    }

    func owner(_ organisations: [Int]) -> Int? { organisations.first { !ignored.contains($0) } }

    /// The organisation whose label this is, unless the label is an everyday word.
    func ownerNamed(_ label: ArraySlice<UInt8>) -> Int? {
        guard let match = labels.label(label), !match.isWeak else { return nil }
        return owner([match.organisation])
    }

    func imitation(by label: ArraySlice<UInt8>, at place: Place) -> HostImitation? {
        let latin = HostSkeleton.latin(label, confusables)
        guard let reading = LabelReading(latin?[...] ?? label, words: words) else { return nil }
        let mayMiss = !reading.isOnlyWords && !labels.contains(label)
        var miss: HostImitation?
        let found = reading.first { part -> HostImitation? in
            let bytes = reading.bytes[part.range]
            if let match = labels.label(bytes) {
                // `secure-banking` holds `ing`, which is also the name of a bank.
                if reading.isOnlyWords, !part.isWhole, bytes.count < Self.shortestDistinct { return nil }
                return imitation(of: match, part, of: label, isForeign: latin != nil, at: place)
            }
            if mayMiss, miss == nil, part.isStrict { miss = nearMiss(bytes, part) }
            return nil
        }
        if let found = found ?? miss { return found }
        guard mayMiss else { return nil }
        let inside = labels.label(inside: reading.bytes) {
            !$0.isWeak && !ignored.contains($0.organisation) && hasCore($0)
        }
        return inside.map { HostImitation(technique: .decorated, organisation: $0.organisation) }
    }

    /// Judges a part that equals the label of an organisation's domain.
    private func imitation(
        of match: OrganisationLabels.Label, _ part: LabelReading.Part, of label: ArraySlice<UInt8>,
        isForeign: Bool, at place: Place
    ) -> HostImitation? {
        guard !ignored.contains(match.organisation) else { return nil }
        let length = match.joined.count
        let technique: HostImitation.Technique
        let counts: Bool
        if !part.isAll {
            technique = isForeign ? .confusable : .decorated
            counts = isTelling(match, part, at: place)
        } else if isForeign {
            technique = .confusable
            counts = true
        } else if place.isSubdomain {
            technique = .subdomain
            counts = place.isBesideBait || (!match.isWeak && length >= Self.shortestStrong)
        } else if match.text.elementsEqual(label) {
            technique = .otherSuffix
            counts = place.hasDoubtfulSuffix && !match.isWeak && length >= Self.shortestStrong
        } else {
            technique = .hyphenated
            counts = !match.isWeak && length >= Self.shortestPlain
        }
        return counts ? HostImitation(technique: technique, organisation: match.organisation) : nil
    }

    /// Whether a name with other words around it is more than a coincidence.
    private func isTelling(
        _ match: OrganisationLabels.Label, _ part: LabelReading.Part, at place: Place
    ) -> Bool {
        let isAmongBait = part.isStrict && part.standsAmongWords && (part.hasBait || place.isBesideBait)
        if match.isSeldomImitated { return part.isWhole && isAmongBait }
        if match.isCommon {
            return part.isWhole && (isAmongBait || (place.hasDoubtfulSuffix && part.labelHasBait))
        }
        switch match.joined.count {
        case ..<Self.shortestStrong:
            return isAmongBait || (part.isWhole && part.standsAmongWords && place.hasDoubtfulSuffix)
        case ..<Self.shortestDistinct:
            return part.isStrict && (part.hasBait || (part.isWhole && place.hasDoubtfulSuffix))
        case ..<Self.shortestPlain: return part.isStrict && (part.isWhole || part.hasBait)
        case ..<Self.shortestLoose: return part.isStrict
        default: return true
        }
    }

    /// Judges a part that looks like the label of an organisation's domain, or is one slip away from it.
    private func nearMiss(_ bytes: ArraySlice<UInt8>, _ part: LabelReading.Part) -> HostImitation? {
        guard bytes.count + 1 >= Self.shortestStrong, words.roles(of: bytes).isEmpty else { return nil }
        if let match = labels.label(looking: HostSkeleton.folded(bytes)),
            isDeceiving(bytes, match)
        {
            return HostImitation(technique: .confusable, organisation: match.organisation)
        }
        guard part.standsAmongWords else { return nil }
        let slip = labels.neighbour(of: bytes) { isSlip(bytes, of: $0) }
        return slip.map { HostImitation(technique: .misspelled, organisation: $0.organisation) }
    }

    private func isSlip(_ bytes: ArraySlice<UInt8>, of label: OrganisationLabels.Label) -> Bool {
        let length = label.joined.count
        guard !label.isWeak, !ignored.contains(label.organisation), length >= Self.shortestDistinct else {
            return false
        }
        if label.isMajor, length >= Self.shortestPlain {
            return label.joined.first == bytes.first || length >= Self.shortestLoose
        }
        guard label.joined.first == bytes.first else { return false }
        if length >= Self.shortestSlip { return hasCore(label) }
        return EditDistance.isSwapOrDoubling(bytes, label.joined)
            && (length >= Self.shortestPlain || length == bytes.count)
    }

    /// Whether enough letters of a label are its own and not words that anybody adds, as in `onlinesbi`.
    private func hasCore(_ label: OrganisationLabels.Label) -> Bool {
        (LabelReading(label.text, words: words)?.coreLength ?? 0) >= Self.shortestPlain
    }

    /// Whether the likeness is meant to deceive. Letters alone (`l` for `i`, `rn` for `m`) may make another word;
    /// digits among letters don't.
    private func isDeceiving(_ bytes: ArraySlice<UInt8>, _ label: OrganisationLabels.Label) -> Bool {
        guard label.joined != bytes, !ignored.contains(label.organisation) else { return false }
        if !label.isCommon, label.joined.count >= Self.shortestDistinct { return true }
        let digits = bytes.count { $0 >= 0x30 && $0 <= 0x39 }
        return label.joined.count >= Self.shortestStrong && digits > 0
            && !label.joined.contains { $0 >= 0x30 && $0 <= 0x39 } && digits < bytes.count
    }
}
