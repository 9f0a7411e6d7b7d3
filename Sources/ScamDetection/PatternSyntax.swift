import Foundation
import TextAnalysis
import Texts

enum PatternSyntax: Sendable, Equatable {
    case word(WordKey)
    case entity(EntityKind)
    case sequence([PatternSyntax])
    case choice([PatternSyntax])
    indirect case optional(PatternSyntax)
    /// Up to `PatternProgram.gapLength` words, written `...`.
    case gap

    var isEmpty: Bool {
        if case .sequence(let parts) = self { parts.isEmpty } else { false }
    }
}

/// Parses `word`, `{a|b c}`, `[x]`, `...` and `<entity>`.
struct PatternParser {
    /// The largest number of brackets around each other, because each takes stack. The shipped rules have at most three.
    static let deepestNesting = 16

    private let source: [UInt8]
    private var position = 0
    private var depth = 0

    /// - Parameter words: cuts plain text into words, and collects them.
    static func parse(_ pattern: String, words: inout PatternWords) throws(PatternError) -> PatternSyntax {
        var parser = PatternParser(source: Array(pattern.utf8))
        let syntax = try parser.sequence(&words)
        guard parser.position == parser.source.count else { throw PatternError.unbalanced }
        return syntax
    }

    private init(source: [UInt8]) { self.source = source }

    private var next: UInt8? { position < source.count ? source[position] : nil }

    private var isAtGap: Bool {
        position + 2 < source.count && source[position] == Sign.dot && source[position + 1] == Sign.dot
            && source[position + 2] == Sign.dot
    }

    /// Bytes with a meaning in patterns. None of them is part of another character's UTF-8.
    private enum Sign {
        static let dot = UInt8(ascii: ".")
        static let bar = UInt8(ascii: "|")
        static let openBrace = UInt8(ascii: "{")
        static let closeBrace = UInt8(ascii: "}")
        static let openBracket = UInt8(ascii: "[")
        static let closeBracket = UInt8(ascii: "]")
        static let openAngle = UInt8(ascii: "<")
        static let closeAngle = UInt8(ascii: ">")

        static func isOne(_ byte: UInt8) -> Bool {
            switch byte {
            case bar, openBrace, closeBrace, openBracket, closeBracket, openAngle, closeAngle: true
            default: false
            }
        }
    }

    /// Parses a sequence up to a closing sign, a bar or the pattern's end.
    private mutating func sequence(_ words: inout PatternWords) throws(PatternError) -> PatternSyntax {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepestNesting else {
            throw PatternError.nestedTooDeeply(limit: Self.deepestNesting)
        }
        var parts = Parts()
        while let sign = next {
            switch sign {
            case Sign.closeBrace, Sign.closeBracket, Sign.closeAngle, Sign.bar:
                return parts.syntax
            case Sign.openBrace:
                parts.append(try choice(&words))
            case Sign.openBracket:
                position += 1
                let inner = try sequence(&words)
                try close(Sign.closeBracket)
                guard !inner.isEmpty else { throw PatternError.emptyAlternative }
                parts.append(.optional(inner))
            case Sign.openAngle:
                parts.append(try entity())
            case _ where isAtGap:
                position += 3
                parts.append(.gap)
            default:
                words.forEachWord(of: plainText()) { parts.append(.word($0)) }
            }
        }
        return parts.syntax
    }

    /// The parts of a sequence so far. Most sequences have one part, for which no array is made.
    private struct Parts {
        private var first: PatternSyntax?
        private var all: [PatternSyntax] = []

        mutating func append(_ part: PatternSyntax) {
            guard let first else {
                self.first = part
                return
            }
            if all.isEmpty { all.append(first) }
            all.append(part)
        }

        var syntax: PatternSyntax {
            if all.isEmpty, let first { first } else { .sequence(all) }
        }
    }

    private mutating func close(_ sign: UInt8) throws(PatternError) {
        guard next == sign else { throw PatternError.unbalanced }
        position += 1
    }

    private mutating func choice(_ words: inout PatternWords) throws(PatternError) -> PatternSyntax {
        position += 1
        var alternatives: [PatternSyntax] = []
        while true {
            let word = plainWord(&words)
            let alternative = if let word { word } else { try sequence(&words) }
            guard !alternative.isEmpty else { throw PatternError.emptyAlternative }
            alternatives.append(alternative)
            if next == Sign.bar {
                position += 1
            } else {
                try close(Sign.closeBrace)
                return .choice(alternatives)
            }
        }
    }

    /// Parses an alternative that is one plain word, as most are, without the cost of the full grammar. Returns nil for other
    /// alternatives.
    private mutating func plainWord(_ words: inout PatternWords) -> PatternSyntax? {
        var end = position
        while end < source.count, WordKey.isPlain(source[end]), source[end] != 0x20 { end += 1 }
        guard end > position, end < source.count, source[end] == Sign.bar || source[end] == Sign.closeBrace
        else { return nil }
        defer { position = end }
        return .word(words.plainWord(source[position..<end]))
    }

    private mutating func entity() throws(PatternError) -> PatternSyntax {
        position += 1
        let name = String(decoding: source[position...].prefix { $0 != Sign.closeAngle }, as: UTF8.self)
        position += name.utf8.count
        try close(Sign.closeAngle)
        guard let kind = EntityKind(rawValue: name) else { throw PatternError.unknownEntity(name) }
        return .entity(kind)
    }

    private mutating func plainText() -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, !Sign.isOne(byte), !isAtGap { position += 1 }
        return source[start..<position]
    }
}

/// The lists of words that several patterns of a language share, and write as `{@name}`.
struct PatternSets: Sendable {
    /// The name of the file in the folder of rules: for each language a mapping from names to `word|two words`.
    static let fileName = "sets.yaml"

    private var lists: [String: [String: String]] = [:]

    init() {}

    init(directory: URL) throws(RuleError) {
        let file = try YAMLNode.contents(
            of: directory.appendingPathComponent(Self.fileName), named: Self.fileName)
        for (language, sets) in try file.mapping().entries {
            for (name, list) in try sets.mapping().entries {
                lists[language, default: [:]][name] = try list.string()
            }
        }
    }

    /// Puts the lists into patterns, in the place of their names.
    func expanded(_ node: YAMLNode, in language: Language) throws(RuleError) -> [Rule.Located<String>] {
        var expanded = try node.strings()
        for index in expanded.indices where expanded[index].value.utf8.contains(UInt8(ascii: "@")) {
            let parts = expanded[index].value.split(separator: "@", omittingEmptySubsequences: false)
            var text = String(parts[0])
            for part in parts.dropFirst() {
                let name = String(part.prefix { $0 != "|" && $0 != "}" })
                guard let list = lists[language.code]?[name] else {
                    throw node.refused(.unknownValue(key: Self.fileName, value: name))
                }
                text += list + part.dropFirst(name.count)
            }
            expanded[index].value = text
        }
        return expanded
    }
}
