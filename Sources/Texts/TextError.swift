import Foundation

/// Why texts can't be used.
package struct TextError: Error, CustomStringConvertible {
    package let description: String

    init(_ node: YAMLNode, _ problem: String) { description = "\(node.file):\(node.line): \(problem)" }

    init(missing directory: URL) { description = "\(directory.path) holds no texts in English" }

    private init(_ error: YAMLError) {
        let place = error.file + (error.line.map { ":\($0)" } ?? "")
        let problem =
            switch error.reason {
            case .unreadable: "can't be read"
            case .empty: "is empty"
            case .malformed(let problem): problem
            }
        description = "\(place): \(problem)"
    }

    /// The contents of a file.
    /// - Parameter name: its path below the folder of all languages.
    static func node(_ name: String, _ directory: URL) throws(TextError) -> YAMLNode {
        do throws(YAMLError) {
            return try YAMLNode(contentsOf: directory.appendingPathComponent(name), named: name)
        } catch { throw TextError(error) }
    }
}
