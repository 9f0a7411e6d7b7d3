import Glibc

/// Tells files apart whatever paths lead to them.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// nil where there is no such file.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}
