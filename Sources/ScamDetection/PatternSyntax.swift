import TextAnalysis

/// A parsed pattern.
indirect enum PatternSyntax: Sendable, Equatable {
    case word(WordKey)
    case entity(Entity.Kind)
    case sequence([PatternSyntax])
    case choice([PatternSyntax])
    case optional(PatternSyntax)
    /// `...`
    case gap
}

/// Reads `word`, `{a|b c}`, `[x]`, `...` and `<entity>`.
struct PatternParser {
    static let deepestNesting = 16

    private let source: [Character]
    private let words: (String) -> [WordKey]
    private var position = 0
    private var depth = 0

    /// - Parameter words: cuts plain text into words, exactly as messages are cut.
    static func parse(
        _ pattern: String, words: (String) -> [WordKey]
    ) throws(PatternError) -> PatternSyntax {
        try withoutActuallyEscaping(words) { words throws(PatternError) in
            var parser = PatternParser(source: Array(pattern), words: words)
            let syntax = try parser.sequence()
            guard parser.position == parser.source.count else { throw PatternError.unbalanced }
            return syntax
        }
    }

    private init(source: [Character], words: @escaping (String) -> [WordKey]) {
        self.source = source
        self.words = words
    }

    private var next: Character? { position < source.count ? source[position] : nil }

    private var isAtGap: Bool { source[position...].starts(with: "...") }

    /// Up to a closing sign, a bar or the end.
    private mutating func sequence() throws(PatternError) -> PatternSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else {
            throw PatternError.nestedTooDeeply(limit: Self.deepestNesting)
        }
        var parts: [PatternSyntax] = []
        while let character = next {
            switch character {
            case "}", "]", ">", "|":
                return .sequence(parts)
            case "{":
                parts.append(try choice())
            case "[":
                position += 1
                let inner = try sequence()
                try close("]")
                guard inner != .sequence([]) else { throw PatternError.emptyAlternative }
                parts.append(.optional(inner))
            case "<":
                parts.append(try entity())
            case _ where isAtGap:
                position += 3
                parts.append(.gap)
            default:
                parts += plainWords().map(PatternSyntax.word)
            }
        }
        return .sequence(parts)
    }

    private mutating func close(_ sign: Character) throws(PatternError) {
        guard next == sign else { throw PatternError.unbalanced }
        position += 1
    }

    private mutating func choice() throws(PatternError) -> PatternSyntax {
        position += 1
        var alternatives: [PatternSyntax] = []
        while true {
            let alternative = try sequence()
            guard alternative != .sequence([]) else { throw PatternError.emptyAlternative }
            alternatives.append(alternative)
            if next == "|" {
                position += 1
            } else {
                try close("}")
                return .choice(alternatives)
            }
        }
    }

    private mutating func entity() throws(PatternError) -> PatternSyntax {
        position += 1
        var name = ""
        while let character = next, character != ">" {
            name.append(character)
            position += 1
        }
        try close(">")
        guard let kind = Entity.Kind(rawValue: name) else { throw PatternError.unknownEntity(name) }
        return .entity(kind)
    }

    private mutating func plainWords() -> [WordKey] {
        var text = ""
        while let character = next, !"{}[]<>|".contains(character), !isAtGap {
            text.append(character)
            position += 1
        }
        return words(text)
    }
}
