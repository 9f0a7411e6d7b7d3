package import TextAnalysis

/// Finds hosts that imitate a known organisation's. The time is linear in the host's length.
struct LookalikeHost {
    /// The largest number of labels that are read, from the right. More labels say nothing and take time.
    private static let mostLabels = 8
    /// The largest number of steps of a path that are read. Chosen on the development messages.
    private static let mostSteps = 12
    /// The largest number of bytes of a step that is read. No organisation's name or domain is longer.
    private static let longestStep = 80
    /// An organisation's domain is looked for inside a subdomain if it has at most this many labels. Of 9,383 domains 40 have
    /// four, and one has five.
    private static let deepestDomain = 4

    private let lexicon: Lexicon
    private let path: String
    private let matcher: LookalikeLabel
    private let host: [UInt8]
    /// The labels before the ending, as ranges of `host`. The last one is the site's name.
    private let labels: [Range<Int>]
    /// Whether the ending is a cheap one, or a free host, where pages cost nothing.
    private let hasDoubtfulSuffix: Bool

    /// Returns nil where no name can be read: for IP addresses, bare endings, and link shorteners, whose users choose
    /// the words.
    init?(_ link: Link, lexicon: Lexicon, ignoring ignored: Set<Int>) {
        guard !link.isAddress, let domain = link.registrableDomain, !lexicon.shorteners.contains(domain)
        else {
            return nil
        }
        host = Array(link.host.utf8)
        let end: Int
        if let freeHost = lexicon.freeHost(of: link.host) {
            end = host.count - freeHost.utf8.count - 1
            hasDoubtfulSuffix = true
        } else {
            let site = link.siteLabel
            end = host.count - domain.utf8.count + site.utf8.count
            let suffix = domain.dropFirst(site.count + 1)
            let last = suffix.split(separator: ".").last ?? ""
            hasDoubtfulSuffix = [suffix, last].contains(where: lexicon.isRisky)
        }
        guard end > 0 else { return nil }
        let labels = host[..<end].split(separator: UInt8(ascii: ".")).map { $0.startIndex..<$0.endIndex }
        guard !labels.isEmpty else { return nil }
        self.labels = labels.suffix(Self.mostLabels)
        self.lexicon = lexicon
        path = link.path
        matcher = LookalikeLabel(
            labels: lexicon.organisations.labels, words: lexicon.hostWords,
            confusables: lexicon.analyzer.confusables,
            ignored: ignored)
    }

    var imitation: HostImitation? {
        guard let site = labels.last else { return nil }
        let place = LookalikeLabel.Place(isSubdomain: false, hasDoubtfulSuffix: hasDoubtfulSuffix)
        return matcher.imitation(by: host[site], at: place) ?? domainInside() ?? nameInside()
            ?? suffixInside() ?? inPath()
    }

    /// Finds a known domain in the subdomain, as in `paypal.com.evil.top` and `usps.com-track.top`.
    private func domainInside() -> HostImitation? {
        for first in labels.indices.dropLast() {
            for last in (first + 1)..<min(first + Self.deepestDomain, labels.count) {
                let label = labels[last]
                let hyphen = host[label].firstIndex(of: UInt8(ascii: "-"))
                for end in [last < labels.count - 1 ? label.upperBound : nil, hyphen].compactMap(\.self) {
                    let domain = host[labels[first].lowerBound..<end]
                    if let owner = matcher.owner(lexicon.organisations.organisations(at: domain)) {
                        return HostImitation(technique: .subdomain, organisation: owner)
                    }
                }
            }
        }
        return nil
    }

    /// Finds a known name in the subdomain, as in `usps.track-parcel.top`.
    private func nameInside() -> HostImitation? {
        guard labels.count > 1 else { return nil }
        let baits = labels.map { matcher.isBait(host[$0]) }
        for index in labels.indices.dropLast() {
            let place = LookalikeLabel.Place(
                isSubdomain: true, hasDoubtfulSuffix: hasDoubtfulSuffix,
                isBesideBait: baits.indices.contains { $0 != index && baits[$0] })
            if let found = matcher.imitation(by: host[labels[index]], at: place) { return found }
        }
        return nil
    }

    /// Finds an ending in the middle of the host, as in `name.com-track.top` and `name.co.jp.evil.top`.
    private func suffixInside() -> HostImitation? {
        for index in labels.indices.dropFirst() where !host[labels[index - 1]].elementsEqual("www".utf8) {
            let start = labels[index].lowerBound
            let rest = host[labels[index]]
            let hyphen = rest.firstIndex(of: UInt8(ascii: "-"))
            let isSite = index == labels.count - 1
            if Self.endings.contains(where: { host[start..<(hyphen ?? rest.endIndex)].elementsEqual($0.utf8) }
            ),
                hyphen != nil || !isSite
            {
                return HostImitation(technique: .embeddedSuffix, organisation: nil)
            }
            guard !isSite, Self.secondLevels.contains(where: { rest.elementsEqual($0.utf8) }) else {
                continue
            }
            let country = host[labels[index + 1]].prefix { $0 != UInt8(ascii: "-") }
            if country.count == 2, index + 1 < labels.count - 1 || country.count < labels[index + 1].count {
                return HostImitation(technique: .embeddedSuffix, organisation: nil)
            }
        }
        return nil
    }

    private static let endings = ["com", "net", "org", "gov"]
    private static let secondLevels = ["co", "com", "gov", "gob", "gouv", "go", "or", "ne", "ac", "org"]

    /// Finds a known domain or name in the path, as in `evil.top/paypal.com/login` and `evil.top/usps/track`.
    private func inPath() -> HostImitation? {
        let steps = path.lowercased().utf8.split(
            maxSplits: Self.mostSteps, whereSeparator: { "/?#&=".utf8.contains($0) })
        for step in steps.prefix(Self.mostSteps) where step.count <= Self.longestStep {
            let bytes = Array(step)[...]
            if bytes.contains(UInt8(ascii: ".")) {
                if let owner = matcher.owner(
                    lexicon.organisations.owners(of: bytes.text))
                {
                    return HostImitation(technique: .path, organisation: owner)
                }
            } else if let owner = matcher.ownerNamed(bytes),
                lexicon.organisations.entries[owner].kind.isNamedInPaths
            {
                return HostImitation(technique: .path, organisation: owner)
            }
        }
        return nil
    }
}

extension Lexicon {
    /// The organisation for which a link's host or path passes. Returns nil where the link resembles none, and where
    /// the host belongs to an organisation, unless anybody can put a page there.
    /// - Parameter ignored: numbers of organisations that count as unknown.
    package func imitation(by link: Link, ignoring ignored: Set<Int> = []) -> HostImitation? {
        let isOwned = organisations.owners(of: link.host).contains { !ignored.contains($0) }
        guard !isOwned || freeHost(of: link.host) != nil else { return nil }
        return LookalikeHost(link, lexicon: self, ignoring: ignored)?.imitation
    }
}

extension FeatureContext {
    func isLookalike(_ known: KnownLink) -> Bool { lexicon.imitation(by: known.link) != nil }
}

/// A host that passes for one of an organisation to which it doesn't belong.
package struct HostImitation: Sendable, Equatable {
    package enum Technique: String, Sendable, CaseIterable {
        /// Letters are replaced by similar ones, as in `paypa1.com`, `xn--pypal-4ve.com` and `arnazon.com`.
        case confusable
        /// The name has a spelling mistake, as in `amazom.com`.
        case misspelled
        /// Hyphens stand within the name, as in `pay-pal.com`.
        case hyphenated
        /// Other words stand around the name, as in `usps-redelivery.top`, `securepaypal.com` and `dhl.parcel-track.top`.
        case decorated
        /// The name has another ending than the real domain, as in `usps.top` and `paypal.pages.dev`.
        case otherSuffix
        /// The name or the domain is a subdomain, as in `paypal.com.evil.top`, `usps.evil.top` and `usps.com-track.top`.
        case subdomain
        /// An ending stands in the middle of the host, as in `parcels.com-track.top` and `site.co.jp.evil.top`.
        case embeddedSuffix
        /// The name or the domain stands in the path, as in `evil.top/paypal.com/login`.
        case path
    }

    package var technique: Technique
    /// The index of the imitated organisation in the lexicon; nil for an ending in the middle of a host without a known name
    /// before it.
    package var organisation: Int?
}
