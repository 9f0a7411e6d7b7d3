package import Foundation

/// A part of a YAML document. It knows its file and line, so that error messages can name them.
package struct YAMLNode: Sendable {
    /// The name of the file, as error messages give it.
    package let file: String
    /// The line on which the node begins, from 1.
    package let line: Int
    package let content: Content

    package enum Content: Sendable {
        /// Text as it stands in the file, without its quotes; it isn't converted to numbers or Booleans.
        case scalar(String, isQuoted: Bool)
        case sequence([YAMLNode])
        /// Entries in the file's order; no text is the key of two of them.
        case mapping([Entry])
    }

    package struct Entry: Sendable {
        package var key: YAMLNode
        package var value: YAMLNode
    }

    init(file: String, line: Int, content: Content) {
        self.file = file
        self.line = line
        self.content = content
    }

    /// Parses a file that holds one document in UTF-8. Anchors and aliases are refused.
    /// - Parameter file: the name that errors give.
    package init(parsing yaml: [UInt8], file: String) throws(YAMLError) {
        self = try YAMLComposer.node(yaml, file: file)
    }

    /// Reads and parses a file.
    /// - Parameter file: the name that errors give.
    package init(contentsOf url: URL, named file: String) throws(YAMLError) {
        guard let data = try? Data(contentsOf: url) else {
            throw YAMLError(file: file, line: nil, reason: .unreadable)
        }
        try self.init(parsing: [UInt8](data), file: file)
    }

    package var text: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }

    package var elements: [YAMLNode]? {
        if case .sequence(let elements) = content { elements } else { nil }
    }

    package var entries: [Entry]? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    /// The value of a mapping's key; nil for other nodes and for keys that the mapping lacks.
    package subscript(key: String) -> YAMLNode? { entries?.first { $0.key.text == key }?.value }
}
