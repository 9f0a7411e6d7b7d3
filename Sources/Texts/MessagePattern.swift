/// A text with placeholders, in a subset of ICU's MessageFormat: `{name}`, `{name, plural, =0 {…} one {…} other {…}}` with `#` for the
/// number, and `{name, select, first {…} other {…}}`. An apostrophe is itself, unless it stands before a brace: `'{'` is a brace.
///
/// Source: ICU User Guide, Formatting Messages.
struct MessagePattern {
    private enum Part {
        case text(String)
        case argument(String)
        /// The number of the surrounding plural.
        case number
        case plural(String, [String: [Part]])
        case select(String, [String: [Part]])
    }

    /// Levels of braces. A plural within a select is two, and a placeholder in it a third.
    private static let depthLimit = 8

    private let parts: [Part]

    /// - Throws: an error where the pattern isn't one of the subset.
    init(_ pattern: String) throws(MessagePatternError) {
        var parser = Parser(scalars: Array(pattern.unicodeScalars))
        parts = try parser.parts(depth: 0, isPlural: false)
        guard parser.isAtEnd else { throw .unbalanced }
    }

    /// Whether a text has placeholders or quoted braces. Most have none, and need no parsing.
    static func isNeeded(for text: String) -> Bool { text.utf8.contains { $0 == UInt8(ascii: "{") } }

    /// The names of the placeholders.
    var names: Set<String> { Self.names(parts) }

    private static func names(_ parts: [Part]) -> Set<String> {
        parts.reduce(into: []) { names, part in
            switch part {
            case .text, .number: break
            case .argument(let name): names.insert(name)
            case .plural(let name, let branches), .select(let name, let branches):
                names.insert(name)
                for branch in branches.values { names.formUnion(Self.names(branch)) }
            }
        }
    }

    /// - Parameters:
    ///   - plural: the plural category of a number, such as `one`.
    ///   - number: the number of a placeholder; nil if it has none.
    ///   - text: the text of a placeholder; nil if it has none.
    func formatted(
        plural: (Int) -> String, number: (String) -> Int?, text: (String) -> String?
    ) -> String {
        func said(_ parts: [Part], _ count: Int?) -> String {
            parts.map { part in
                switch part {
                case .text(let text): return text
                case .number: return count.map(String.init) ?? "#"
                case .argument(let name): return text(name) ?? "{\(name)}"
                case .plural(let name, let branches):
                    guard let count = number(name) else { return said(branches["other"] ?? [], nil) }
                    let branch = branches["=\(count)"] ?? branches[plural(count)] ?? branches["other"]
                    return said(branch ?? [], count)
                case .select(let name, let branches):
                    return said(branches[text(name) ?? "other"] ?? branches["other"] ?? [], count)
                }
            }.joined()
        }
        return said(parts, nil)
    }
}

enum MessagePatternError: Error, Equatable {
    case unbalanced, tooDeep
    /// What stands between braces is no placeholder of the subset.
    case unknownPlaceholder(String)
    /// A plural or select has no branch `other`.
    case noOther(String)
}

extension MessagePattern {
    private struct Parser {
        let scalars: [Unicode.Scalar]
        var position = 0

        var isAtEnd: Bool { position == scalars.count }

        private var next: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

        /// Reads up to the end, or to the brace that closes a branch.
        mutating func parts(depth: Int, isPlural: Bool) throws(MessagePatternError) -> [Part] {
            guard depth < MessagePattern.depthLimit else { throw .tooDeep }
            var parts: [Part] = []
            var text = ""
            func flush() {
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
            }
            while let scalar = next, scalar != "}" {
                position += 1
                switch scalar {
                case "'" where next == "{" || next == "}" || next == "'":
                    if next == "'" {
                        text.unicodeScalars.append("'")
                        position += 1
                    } else {
                        quote(into: &text)
                    }
                case "#" where isPlural:
                    flush()
                    parts.append(.number)
                case "{":
                    flush()
                    parts.append(try placeholder(depth: depth, isPlural: isPlural))
                default: text.unicodeScalars.append(scalar)
                }
            }
            flush()
            return parts
        }

        /// Takes quoted text up to the next apostrophe.
        private mutating func quote(into text: inout String) {
            while let scalar = next {
                position += 1
                if scalar == "'" { return }
                text.unicodeScalars.append(scalar)
            }
        }

        /// Reads a placeholder, whose opening brace was taken.
        private mutating func placeholder(depth: Int, isPlural: Bool) throws(MessagePatternError) -> Part {
            let name = try word()
            if take("}") { return .argument(name) }
            guard take(",") else { throw .unknownPlaceholder(name) }
            let kind = try word()
            guard kind == "plural" || kind == "select", take(",") else { throw .unknownPlaceholder(name) }
            var branches: [String: [Part]] = [:]
            while !take("}") {
                let branch = try word()
                guard take("{") else { throw .unbalanced }
                branches[branch] = try parts(depth: depth + 1, isPlural: isPlural || kind == "plural")
                guard take("}") else { throw .unbalanced }
            }
            guard branches["other"] != nil else { throw .noOther(name) }
            return kind == "plural" ? .plural(name, branches) : .select(name, branches)
        }

        /// Reads a name, a number or `=0` between blanks.
        private mutating func word() throws(MessagePatternError) -> String {
            skipBlanks()
            var word = ""
            while let scalar = next,
                scalar == "=" || scalar == "_" || scalar == "-" || scalar.properties.isAlphabetic
                    || scalar.properties.numericType != nil
            {
                word.unicodeScalars.append(scalar)
                position += 1
            }
            guard !word.isEmpty else {
                throw isAtEnd ? .unbalanced : .unknownPlaceholder(String(scalars[position]))
            }
            return word
        }

        /// Takes a scalar behind blanks, if it comes next.
        private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            skipBlanks()
            guard next == scalar else { return false }
            position += 1
            return true
        }

        private mutating func skipBlanks() {
            while let scalar = next, scalar.properties.isWhitespace { position += 1 }
        }
    }
}
