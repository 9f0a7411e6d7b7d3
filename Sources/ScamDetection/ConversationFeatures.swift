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

    /// As often as this, who wrote to the owner was answered, so that it is a talk.
    private static let fewestAnswers = 2

    /// The owner answered more than once.
    func answered() -> [Range<Int>] {
        guard let screen = text.screen, screen.answerCount >= Self.fewestAnswers else { return [] }
        return shape.whole
    }

    /// A page names its owner among its first words, of which this many are looked at. Chosen on the development pictures.
    private static let pageTitle = 25

    /// The page shows the name of an organisation that is often imitated as its own, in a line of few words, and lies at an address that
    /// no known organisation owns.
    func pageMismatch() -> [Range<Int>] {
        guard let page, !page.isKnown || isFreelyHosted(page) else { return [] }
        let mention = mentions.first {
            let entry = lexicon.organisations.entries[$0.organisation]
            return !entry.domains.isEmpty && entry.kind.isOftenImitated
                && $0.tokens.lowerBound < Self.pageTitle
                && standsAsName(text.place(of: $0.tokens))
        }
        guard let mention else { return [] }
        return [page.range, text.place(of: mention.tokens)].sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether the place is a line's beginning, and the line has few words.
    private func standsAsName(_ place: Range<Int>) -> Bool {
        let (line, start) = text.line(around: place)
        return start == place.lowerBound && line.split(separator: " ").count <= Self.fewWords
    }

    /// The address in the browser's bar lies on a known organisation's own domain.
    func pageOfOwner() -> [Range<Int>] {
        guard let page, vouches(page) else { return [] }
        return [page.range]
    }
}
