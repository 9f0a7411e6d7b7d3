import CYAML
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

/// Composes the nodes of a YAML file from libyaml's events.
struct YAMLComposer: ~Copyable {
    /// Largest depth of nested collections: each level takes stack. `openapi.yaml` needs 13 levels, rule files six.
    private static let depthLimit = 32

    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let source: UnsafeBufferPointer<UInt8>
    private let file: String
    private var depth = 0

    static func node(_ yaml: [UInt8], file: String) throws(YAMLError) -> YAMLNode {
        try yaml.withUnsafeBufferPointer { source throws(YAMLError) in
            guard var composer = YAMLComposer(source, file: file) else {
                throw YAMLError(file: file, line: nil, reason: .unreadable)
            }
            return try composer.document()
        }
    }

    /// Returns nil where libyaml gets no memory.
    /// - Parameter source: must outlive the composer.
    private init?(_ source: UnsafeBufferPointer<UInt8>, file: String) {
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        self.source = source
        self.file = file
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, source.baseAddress, source.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private mutating func document() throws(YAMLError) -> YAMLNode {
        _ = try next()
        guard try next().type == YAML_DOCUMENT_START_EVENT else {
            throw YAMLError(file: file, line: nil, reason: .empty)
        }
        let root = try node(next())
        _ = try next()
        let end = try next()
        guard end.type == YAML_STREAM_END_EVENT else {
            throw refused("a file holds one document", end)
        }
        return root
    }

    /// Composes the node that an event begins, and takes the events up to the node's end.
    private mutating func node(_ event: consuming YAMLEvent) throws(YAMLError) -> YAMLNode {
        // Aliases to aliases let a few lines stand for any number of nodes.
        guard !event.isAnchored else { throw refused("anchors and aliases aren't taken", event) }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw refused("nested more than \(Self.depthLimit) deep", event)
        }
        switch event.type {
        case YAML_SEQUENCE_START_EVENT:
            return YAMLNode(file: file, line: event.line, content: .sequence(try elements()))
        case YAML_MAPPING_START_EVENT:
            return YAMLNode(file: file, line: event.line, content: .mapping(try entries()))
        default:
            return YAMLNode(
                file: file, line: event.line, content: .scalar(event.text, isQuoted: event.isQuoted))
        }
    }

    private mutating func elements() throws(YAMLError) -> [YAMLNode] {
        var nodes: [YAMLNode] = []
        while true {
            let event = try next()
            if event.type == YAML_SEQUENCE_END_EVENT { return nodes }
            nodes.append(try node(event))
        }
    }

    private mutating func entries() throws(YAMLError) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        while true {
            let event = try next()
            if event.type == YAML_MAPPING_END_EVENT { return entries }
            let key = try node(event)
            // Mappings are so short that looking through them is faster than a set.
            if let name = key.text, entries.contains(where: { $0.key.text == name }) {
                throw YAMLError(file: file, line: key.line, reason: .malformed("duplicate key \(name)"))
            }
            entries.append(YAMLNode.Entry(key: key, value: try node(next())))
        }
    }

    private func next() throws(YAMLError) -> YAMLEvent {
        guard let event = YAMLEvent(from: parser) else { throw failure }
        return event
    }

    private func refused(_ problem: String, _ event: borrowing YAMLEvent) -> YAMLError {
        YAMLError(file: file, line: event.line, reason: .malformed(problem))
    }

    private var failure: YAMLError {
        let state = parser.pointee
        let line =
            state.error == YAML_READER_ERROR
            ? source.prefix(state.problem_offset).count { $0 == 0x0A } : Int(state.problem_mark.line)
        return YAMLError(
            file: file, line: line + 1,
            reason: .malformed(state.problem.map { String(cString: $0) } ?? "not readable as YAML"))
    }
}

/// An event of libyaml's parser, which is freed with this value.
private struct YAMLEvent: ~Copyable {
    private var event = yaml_event_t()

    init?(from parser: UnsafeMutablePointer<yaml_parser_t>) {
        guard yaml_parser_parse(parser, &event) == 1 else { return nil }
    }

    deinit {
        var event = event
        yaml_event_delete(&event)
    }

    var type: yaml_event_type_t { event.type }

    /// The line on which the event begins, from 1.
    var line: Int { Int(event.start_mark.line) + 1 }

    /// The text of a scalar event; it is undefined for other events.
    var text: String {
        let scalar = event.data.scalar
        return String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    }

    /// Whether a scalar event is written between quotes or as a block.
    var isQuoted: Bool { event.data.scalar.style != YAML_PLAIN_SCALAR_STYLE }

    var isAnchored: Bool {
        switch type {
        case YAML_ALIAS_EVENT: true
        case YAML_SCALAR_EVENT: event.data.scalar.anchor != nil
        case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.anchor != nil
        case YAML_MAPPING_START_EVENT: event.data.mapping_start.anchor != nil
        default: false
        }
    }
}

/// Why a file holds no YAML document that this library takes.
package struct YAMLError: Error, Equatable {
    package enum Reason: Equatable, Sendable {
        /// The file can't be read, or there is no memory to parse it.
        case unreadable
        case empty
        /// The file breaks a rule of YAML, or uses a part of YAML that is refused; the text says which.
        case malformed(String)
    }

    package var file: String
    /// The line of the fault, from 1; nil if the fault concerns the whole file.
    package var line: Int?
    package var reason: Reason
}
