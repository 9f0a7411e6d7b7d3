/// Why a file holds no YAML document that this library takes.
package struct YAMLError: Error, Equatable {
    package enum Reason: Equatable, Sendable {
        /// The file can't be read, or there is no memory to parse it.
        case unreadable
        /// The file holds no document.
        case empty
        /// The file breaks a rule of YAML, or uses a part of YAML that is refused; the text says which.
        case malformed(String)
    }

    package var file: String
    /// Line of the fault, from 1; nil where the fault is the whole file's.
    package var line: Int?
    package var reason: Reason
}
