/// Phrases to compare texts with, in lower case. A phrase that ends in `*` stands for every text that begins with it.
package struct PhraseSet: Sendable {
    private var wholes: Set<String> = []
    private var beginnings: [String] = []

    init(_ phrases: some Sequence<String>) {
        for phrase in phrases {
            if phrase.hasSuffix("*") {
                beginnings.append(String(phrase.dropLast()))
            } else {
                wholes.insert(phrase)
            }
        }
    }

    package func contains(_ text: some StringProtocol) -> Bool {
        wholes.contains(String(text)) || beginnings.contains(where: text.hasPrefix)
    }
}
