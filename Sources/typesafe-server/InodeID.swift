import Glibc

/// Identifies a file by its device and inode, whatever path leads to it.
struct InodeID: Hashable {
    private let device: dev_t
    private let inode: ino_t

    /// nil where the file doesn't exist.
    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
