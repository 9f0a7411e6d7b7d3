#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Whether screenshots can be found, as a photo library would put it.
package enum AccessState: String, Codable, Sendable, CaseIterable {
    /// Nothing was ever configured and no usual folder is there.
    case notDetermined = "not_determined"
    case authorized
    /// Some folders can't be read.
    case limited
    /// None can.
    case denied

    /// - Parameter isConfigured: whether the user named folders or settings before.
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

    /// What to do about it; nil where nothing is to be done.
    package func advice(_ folders: [FolderAccess]) -> String? {
        let unreadable = folders.filter { $0.state == .unreadable }.map(\.path).joined(separator: ", ")
        switch self {
        case .authorized: return nil
        case .notDetermined:
            return "No screenshots folder was found. Name one: typesafe watch --dir FOLDER"
        case .limited:
            return "Some folders can't be read: \(unreadable). Allow it with: chmod u+rx FOLDER"
        case .denied where unreadable.isEmpty:
            return "None of the folders exists: \(folders.map(\.path).joined(separator: ", ")). "
                + "Name another: typesafe watch --dir FOLDER"
        case .denied:
            return "Enable access to \(unreadable) for automatic scanning: chmod u+rx FOLDER"
        }
    }
}

/// One folder, and whether it can be listed.
package struct FolderAccess: Equatable, Sendable {
    package enum State: String, Codable, Sendable, CaseIterable {
        case readable, unreadable, missing
    }

    package let path: String
    package let state: State

    package init(path: String, state: State) {
        self.path = path
        self.state = state
    }

    /// Looks.
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
}
