import TextAnalysis

/// Links to a site that is called like the sender: `Jiffy Lube: … jiffylube.com`.
///
/// A small business has such a site, and nobody has listed it. Anybody can call himself what he likes and register that, so that it only says
/// that the site isn't a stranger to the message; what the message wants counts as before.
extension FeatureContext {
    /// The sender's name is among this many first words.
    private static let mostWordsOfName = 4
    /// Shorter names are part of many.
    private static let fewestLettersOfName = 4

    func siteOfSender() -> [Range<Int>] {
        guard mentions.isEmpty, !links.isEmpty else { return [] }
        var names: [[UInt8]] = []
        var name: [UInt8] = []
        for token in text.tokens.prefix(Self.mostWordsOfName) {
            guard token.kind == nil else { break }
            name += text.quote(token.range).lowercased().utf8.filter(Self.isOfName)
            names.append(name)
        }
        return links(where: { known in
            let site = known.link.siteLabel.utf8.filter(Self.isOfName)
            return site.count >= Self.fewestLettersOfName && names.contains(site) && isPlainSite(known)
        })
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39
    }

    /// Whether nothing about the address is odd, and its name isn't made of words that imitations add, such as `secureparcel`.
    private func isPlainSite(_ known: KnownLink) -> Bool {
        !known.isKnown && !known.link.isAddress && known.link.userinfo == nil && !known.link.isObfuscated
            && !known.link.isMixedScript && !known.link.isOnPrivateSuffix && !hasRiskySuffix(known)
            && !isFreelyHosted(known) && !isShortened(known) && !isLookalike(known)
            && LabelReading(Array(known.link.siteLabel.utf8)[...], words: lexicon.hostWords)?.isOnlyWords
                == false
    }
}
