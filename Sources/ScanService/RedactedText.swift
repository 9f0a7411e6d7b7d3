import TextAnalysis

/// A message's text without what names a person, identifies a person or gives access: numbers of any kind, addresses,
/// accounts and codes. Of a link, only the registered domain is left.
struct RedactedText {
    let text: String

    init(_ source: AnalyzedText) {
        var result = ""
        var end = 0
        let entities = source.entities.filter { $0.kind != .duration }
            .sorted {
                ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
            }
        for entity in entities where entity.range.upperBound > end {
            if entity.range.lowerBound > end {
                result += Self.withoutNumbers(source.quote(end..<entity.range.lowerBound))
            }
            // An entity that begins within another one is hidden together with that one.
            result += entity.range.lowerBound >= end ? Self.stand(in: entity) : "[…]"
            end = entity.range.upperBound
        }
        text = result + Self.withoutNumbers(source.quote(end..<source.text.utf8.count))
    }

    private static func stand(in entity: Entity) -> String {
        guard let link = entity.link else { return "[\(entity.kind.rawValue)]" }
        return "[link: \(link.registrableDomain ?? "an address")]"
    }

    /// Hides what no entity covers: digits within words, and whole words that contain an `@` or a slash.
    private static func withoutNumbers(_ text: String) -> String {
        var result = ""
        for word in text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace) {
            if word.startIndex != text.startIndex { result.append(text[text.index(before: word.startIndex)]) }
            result += word.contains("@") || word.contains("/") ? "[…]" : hidingDigits(word)
        }
        return result
    }

    /// Replaces each character of a run of ASCII letters and digits of any script by `#`, if the run holds a digit.
    private static func hidingDigits(_ word: Substring) -> String {
        guard word.unicodeScalars.contains(where: isDigit) else { return String(word) }
        var result = String.UnicodeScalarView()
        var run = String.UnicodeScalarView()
        func close() {
            result.append(contentsOf: run.contains(where: isDigit) ? run.map { _ in "#" } : Array(run))
            run.removeAll()
        }
        for scalar in word.unicodeScalars {
            if isDigit(scalar) || scalar.properties.isAlphabetic && scalar.isASCII {
                run.append(scalar)
            } else {
                close()
                result.append(scalar)
            }
        }
        close()
        return String(result)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.numericType != nil && scalar.properties.generalCategory != .otherLetter
    }
}
