/// Why a rule or lexicon file was refused, and where.
package struct RuleError: Error, Equatable, CustomStringConvertible {
    /// Path below the rules or lexicon folder.
    package var file: String
    /// From 1; nil where the whole file is meant.
    package var line: Int?
    package var reason: Reason

    package init(file: String, line: Int?, reason: Reason) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    package enum Reason: Equatable, Sendable {
        case unreadable
        case invalidYAML(String)
        case expected(String)
        case missingKey(String)
        case unknownKey(String)
        case unknownValue(key: String, value: String)
        case malformedLine
        case duplicateID(String)
        case idOutsideGroup(id: String, group: String)
        case titleTooLong(limit: Int)
        case weightOutOfRange(Double)
        case notExactlyOneKind
        case unlessWithoutPatterns
        case tooFewExamples(side: String)
        case unknownRule(String)
        case cycle(String)
        case pattern(PatternError)
        case unreachedPattern(String)
        case unreachedUnless(String)
        case exampleNotMatched
        case exampleMatched
        /// Its words don't show that it is in the rule's language.
        case exampleInAnotherLanguage
    }

    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"
    }
}

/// What is wrong with a pattern.
package enum PatternError: Error, Equatable, Sendable {
    case unbalanced
    case emptyAlternative
    case unknownEntity(String)
    case nestedTooDeeply(limit: Int)
    case tooLarge(limit: Int)
    case gapAtEdge
    /// It could match without any word or entity.
    case matchesNothing
}
