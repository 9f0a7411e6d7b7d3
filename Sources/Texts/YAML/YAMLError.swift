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
