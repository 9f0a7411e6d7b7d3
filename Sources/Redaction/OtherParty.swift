import TextAnalysis

/// By what the other party is known: the name or number in the header, and where its messages want to be answered or paid. Who reports a
/// message needs these, and covers the rest.
struct OtherParty {
    let transcript: Transcript
    let text: AnalyzedText
    let words: PersonalWords
    /// The places of all words, in the order of the text.
    let places: [WordPlace]

    /// The words that stay. What the owner wrote, or an app shows elsewhere, may be the owner's own number or address, and is no contact of
    /// the other party wherever it stands. So is a card, which messages ask for more often than they name one.
    func contacts() -> Set<WordPlace> {
        let entities = text.entities.filter {
            $0.codeBox == nil && [.email, .phone, .handle, .crypto].contains($0.kind)
        }
        let accounts = PaymentAccount.find(in: text.text).filter { $0.kind != .card }.map(\.range)
        let named =
            entities.map { (plain: $0.text, places: places(of: $0.range)) }
            + accounts.map { range in
                let bytes = text.text.utf8
                let place =
                    bytes.distance(
                        from: bytes.startIndex, to: range.lowerBound)..<bytes.distance(
                        from: bytes.startIndex, to: range.upperBound)
                return (String(text.text[range]), places(of: place))
            }
        let own = Set(named.filter { !$0.places.allSatisfy(isTheirs) || isLabelled($0.places) }.map(\.plain))
        return Set(named.filter { !own.contains($0.plain) }.flatMap(\.places) + places.filter(isHeader))
    }

    /// Whether a form says what stands here: `E-mail: …`
    private func isLabelled(_ contact: ArraySlice<WordPlace>) -> Bool {
        guard let first = contact.first, let place = places.firstIndex(of: first), place > 0 else {
            return false
        }
        let before = transcript.lines[places[place - 1].line].words[places[place - 1].word].text
        return transcript.layout != .chat && before.hasSuffix(":") && words.isLabel(before)
    }

    private func isHeader(_ place: WordPlace) -> Bool {
        place.line == transcript.senderLine || place.line == transcript.addressLine
    }

    private func isTheirs(_ place: WordPlace) -> Bool {
        isHeader(place) || transcript.lines[place.line].role == .incoming
    }

    private func places(of range: Range<Int>) -> ArraySlice<WordPlace> {
        places[text.words(in: range).clamped(to: places.indices)]
    }
}
