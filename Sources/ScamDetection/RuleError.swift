/// The reason why a rule or lexicon file was refused, and its place.
package struct RuleError: Error, Equatable, CustomStringConvertible {
    /// The path below the rules or lexicon folder; empty if the folder itself is at fault.
    package var file: String
    /// The line of the fault, from 1; nil if the fault concerns the whole file.
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
        case malformedID(String)
        case titleTooLong(limit: Int)
        case weightOutOfRange(Double)
        case notExactlyOneKind
        case unlessWithoutPatterns
        case tooFewExamples
        case unknownRule(String)
        case cycle(String)
        case pattern(PatternError)
        case unreachedPattern(String)
        case unreachedUnless(String)
        case exampleNotMatched
        case exampleMatched
        /// The words of the example don't show that it is in the rule's language.
        case exampleInAnotherLanguage
    }

    package var description: String {
        "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"
    }
}

package enum PatternError: Error, Equatable, Sendable {
    case unbalanced
    case emptyAlternative
    case unknownEntity(String)
    case nestedTooDeeply(limit: Int)
    case tooLarge(limit: Int)
    case gapAtEdge
    /// Every part of the pattern is optional, so that it matches no words.
    case matchesNothing
}
