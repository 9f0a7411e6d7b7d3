/// Something to tell a person, in no language yet.
package struct Sentence: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case key(TextFile, String, [String: Argument])
        case verbatim(String)
    }

    /// What stands in a placeholder of a text.
    package enum Argument: Sendable, Hashable {
        /// A name or a value that is the same in every language.
        case text(String)
        case number(Int)
        /// Names or numbers as a list, such as "1, 2 and 3".
        case list([String])
        /// The name of a language, by its ISO 639 code, or else its English name.
        case language(String, english: String)
        /// A short text of its own, such as the name of a kind of scam.
        case sentence(Sentence)
    }

    let content: Content

    /// - Parameters:
    ///   - key: the text's key in its file.
    ///   - arguments: what stands in the text's placeholders, by their names.
    package init<Key: TextKey>(_ key: Key, _ arguments: [String: Argument] = [:]) {
        content = .key(Key.file, key.rawValue, arguments)
    }

    /// - Parameter key: a key of a file whose keys other files name, such as the reasons, which rules name.
    package init(_ file: TextFile, key: String, _ arguments: [String: Argument] = [:]) {
        content = .key(file, key, arguments)
    }

    /// A sentence of somebody's own, such as the title of one of their rules. It is the same in every language.
    package init(verbatim text: String) { content = .verbatim(text) }

    package var isVerbatim: Bool {
        if case .verbatim = content { true } else { false }
    }

    /// The key, or the text of a verbatim sentence.
    package var key: String {
        switch content {
        case .key(_, let key, _): key
        case .verbatim(let text): text
        }
    }
}

extension Sentence.Argument: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self = .text(text) }
}

extension Sentence.Argument: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: Int) { self = .number(number) }
}

/// The keys of one file of texts that code names. `TextsTests` holds them to the file, both ways.
package protocol TextKey: RawRepresentable<String>, CaseIterable, Sendable {
    static var file: TextFile { get }
}

/// The files of each language in `Resources/texts`.
package enum TextFile: String, CaseIterable, Sendable {
    /// What a verdict says.
    case verdict
    /// What speaks for and against a message; rules name them.
    case reasons
    /// What would make a message genuine, by its scam type.
    case genuineIf = "genuine_if"
    /// What to do; `Resources/lexicon/advice.yaml` names them.
    case advice
    /// What was wrong with a request.
    case problems
    /// The words of documents around a verdict.
    case documents
    /// What the command line says.
    case commands
    /// The words of the page.
    case page
    /// What followers of a scan or a session are told.
    case push

    /// The file's place in `allCases`.
    var number: Int {
        switch self {
        case .verdict: 0
        case .reasons: 1
        case .genuineIf: 2
        case .advice: 3
        case .problems: 4
        case .documents: 5
        case .commands: 6
        case .page: 7
        case .push: 8
        }
    }
}
