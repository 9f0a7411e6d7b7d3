/// A text with the payloads of an image's codes after it, each as a paragraph, so that links in them are links like any other.
struct CodeParagraphs {
    private(set) var text: String
    private(set) var places: [AnalyzedText.PlacedWord]
    private(set) var codes: [AnalyzedText.PlacedCode] = []

    init(_ codes: [Transcript.Code], behind message: String, places: [AnalyzedText.PlacedWord]) {
        text = message
        self.places = places
        guard !codes.isEmpty else { return }
        var length = message.utf8.count
        var line = (places.last?.line ?? 0) + 1
        for code in codes where !code.payload.isEmpty {
            if length > 0 {
                text += "\n\n"
                length += 2
            }
            let range = length..<(length + code.payload.utf8.count)
            text += code.payload
            length = range.upperBound
            // Codes have places even where the text came without an image and its words have none.
            self.places.append(.init(range: range, line: line, box: code.box))
            self.codes.append(.init(range: range, code: code, payload: CodePayload(code.payload)))
            line += 1
        }
    }

    /// Marks the entities that come from a code, and adds an entity for each payload that isn't a link as a whole.
    func marked(_ entities: [Entity]) -> [Entity] {
        guard let start = codes.first?.range.lowerBound else { return entities }
        var result = entities.filter { $0.range.lowerBound < start }
        for place in codes {
            var inside = entities.filter { place.range.contains($0.range.lowerBound) }
            for index in inside.indices { inside[index].codeBox = place.code.box }
            // A link that fills the payload needs no entity beside it.
            let isLink = inside.contains { $0.kind == .url && $0.range.lowerBound == place.range.lowerBound }
            if !isLink {
                result.append(
                    Entity(
                        kind: place.code.symbology == .qr ? .qr : .barcode, range: place.range,
                        text: place.code.payload,
                        codeBox: place.code.box, scheme: place.payload.scheme))
            }
            result += inside
        }
        return result
    }
}
