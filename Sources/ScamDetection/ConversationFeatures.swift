import TextAnalysis

/// Features of the order of a conversation's messages, and of the address in a browser's bar.
extension FeatureContext {
    /// The conversation begins with a message from a sender who isn't among the contacts.
    func firstContact() -> [Range<Int>] {
        guard let screen = text.screen, let first = screen.messages.first, screen.answers.first != 0,
            let sender = Sender(of: screen, lexicon), sender.isUnknown, !first.isEmpty
        else { return [] }
        return [first]
    }

    /// A sender who isn't among the contacts wrote more than once without an answer.
    func unanswered() -> [Range<Int>] {
        guard let screen = text.screen, screen.messages.count > 1, screen.answers.isEmpty,
            let sender = Sender(of: screen, lexicon), sender.isUnknown,
            let last = screen.messages.last, !last.isEmpty
        else { return [] }
        return [last]
    }

    /// The link in the browser's address bar; nil if the screenshot shows none.
    private var pageLink: KnownLink? {
        guard let address = text.screen?.address else { return nil }
        return links.first { address.overlaps($0.range) }
    }

    /// A page names its owner among its first words, of which this many are looked at. Chosen on the development pictures.
    private static let pageTitle = 25

    /// The page names an organisation that is often imitated, and lies at an address that no known organisation owns.
    func pageMismatch() -> [Range<Int>] {
        guard let page = pageLink, !page.isKnown || isFreelyHosted(page) else { return [] }
        let mention = mentions.first {
            let entry = lexicon.organisations.entries[$0.organisation]
            return !entry.domains.isEmpty && entry.kind.isOftenImitated
        }
        guard let mention, mention.tokens.lowerBound < Self.pageTitle else { return [] }
        return [page.range, text.place(of: mention.tokens)].sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The address in the browser's bar lies on a known organisation's own domain.
    func pageOfOwner() -> [Range<Int>] {
        guard let page = pageLink, vouches(page) else { return [] }
        return [page.range]
    }
}
