import Glibc

/// The reason why a key file can't be used or changed. `description` is one line. It contains names of keys, and
/// nothing else from the file.
package enum KeyFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String, errno: Int32)
    case notAFile(path: String)
    /// Users other than its owner and group may read the file, or users other than its owner may write it.
    case exposed(path: String, mode: UInt32)
    case tooLarge(path: String, limit: Int)
    case tooManyKeys(path: String, limit: Int)
    case notText(path: String)
    case malformed(path: String, line: Int, fault: String)
    case duplicateName(path: String, name: String)
    case unknownName(path: String, name: String)
    case unwritable(path: String, errno: Int32)

    package var description: String {
        switch self {
        case .unreadable(let path, let code): "can't read the key file \(path): \(Self.reason(code))"
        case .notAFile(let path): "the key file \(path) is no file"
        case .exposed(let path, let mode):
            "the key file \(path) has mode 0\(String(mode, radix: 8)): only its owner may write it, and only "
                + "its owner and group read it (chmod 600)"
        case .tooLarge(let path, let limit): "the key file \(path) has more than \(limit) bytes"
        case .tooManyKeys(let path, let limit): "the key file \(path) has more than \(limit) keys"
        case .notText(let path): "the key file \(path) isn't UTF-8 text"
        case .malformed(let path, let line, let fault): "the key file \(path): line \(line) \(fault)"
        case .duplicateName(let path, let name): "the key file \(path) has two keys named \(name)"
        case .unknownName(let path, let name): "the key file \(path) has no key named \(name)"
        case .unwritable(let path, let code): "can't write the key file \(path): \(Self.reason(code))"
        }
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
