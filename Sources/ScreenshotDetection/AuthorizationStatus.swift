import Foundation

/// Whether the screenshot folders can be read. The cases have the names that Apple's photo library uses.
package enum AuthorizationStatus: String, Sendable, CaseIterable {
    /// The user configured nothing, and none of the default folders exists.
    case notDetermined = "not_determined"
    /// All folders that exist can be read.
    case authorized
    /// Some of the existing folders can be read and some can't.
    case limited
    case denied

    /// - Parameter isConfigured: whether the user named folders or changed a setting.
    package init(_ folders: [FolderAccess], isConfigured: Bool) {
        let readable = folders.filter { $0.state == .readable }.count
        let refused = folders.filter { $0.state == .unreadable }.count
        switch (readable, refused) {
        case (1..., 0): self = .authorized
        case (1..., _): self = .limited
        case (_, 1...): self = .denied
        default: self = isConfigured ? .denied : .notDetermined
        }
    }
}

/// A folder for screenshots, and whether its files can be listed.
package struct FolderAccess: Encodable, Equatable, Sendable {
    package enum State: String, Encodable, Sendable, CaseIterable {
        case readable, unreadable, missing
    }

    package let path: String
    package let state: State

    package init(path: String, state: State) {
        self.path = path
        self.state = state
    }

    package init(path: String) {
        self.path = path
        var status = stat()
        if stat(path, &status) != 0 {
            state = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable
        } else if status.st_mode & S_IFMT != S_IFDIR {
            state = .missing
        } else {
            state = access(path, R_OK | X_OK) == 0 ? .readable : .unreadable
        }
    }

    package static func of(_ paths: [String]) -> [FolderAccess] { paths.map { FolderAccess(path: $0) } }

    /// The command that makes folders readable, for the user to copy.
    package static func permission(_ folders: [String]) -> String {
        "chmod u+rx " + folders.map { "'\($0.replacing("'", with: #"'\''"#))'" }.joined(separator: " ")
    }
}
