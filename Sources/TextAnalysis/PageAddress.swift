/// Reads the address in a browser's bar, even where a message with the same words would hold none.
struct PageAddress {
    let suffixes: PublicSuffixList
    let languages: Languages

    /// Returns the entities with the address among them.
    /// - Parameter line: the bar's place in the text, in UTF-8 bytes.
    func added(to entities: [Entity], line: Range<Int>, of text: String) -> [Entity] {
        guard !entities.contains(where: { $0.link != nil && $0.range.overlaps(line) }),
            let address = entity(line, of: Array(text.utf8)[line])
        else { return entities }
        let place = entities.firstIndex { $0.range.lowerBound >= line.lowerBound } ?? entities.count
        return entities[..<place] + [address] + entities[place...]
    }

    /// The entity for the longest word of the line. That word is the address: the lock icon beside it is read as a shorter one.
    private func entity(_ line: Range<Int>, of bytes: ArraySlice<UInt8>) -> Entity? {
        let words = bytes.split(separator: UInt8(ascii: " "))
        guard let word = words.max(by: { $0.count < $1.count }), word.count < EntityScanner.reach else {
            return nil
        }
        let text = NormalizedText("https://" + String(decoding: word, as: UTF8.self))
        let scanner = EntityScanner(text: text, suffixes: suffixes, languages: languages)
        guard let found = scanner.entity(at: 0), var link = found.link else { return nil }
        link.scheme = nil
        return Entity(
            kind: .url, range: word.startIndex..<word.endIndex, text: link.host + link.path, link: link)
    }
}
