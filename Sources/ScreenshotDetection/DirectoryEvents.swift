import AtomicFile
import Foundation

/// Events about the files of watched directories, from inotify on Linux. Other systems have none, so polling serves them.
struct DirectoryEvents: ~Copyable {
    enum Event: Equatable {
        /// The file was written and closed, or moved into its directory.
        case file(path: String)
        /// The kernel's queue was full and events were lost, so the directories must be listed.
        case overflow
    }

    #if os(Linux)
        /// `CLOSE_WRITE` shows that a file may be complete. `MODIFY` and `CREATE` aren't used: the first comes at every
        /// write, and the second comes before the first write. A hard link has only the second; polling finds it.
        private static let mask =
            UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
            | UInt32(IN_ONLYDIR)
        /// Bytes that are read at once: room for some hundred events with the longest file names.
        private static let bufferSize = 65_536

        /// The descriptor to wait on. It is readable while there are events.
        let descriptor: Int32
        private var directories: [Int32: String] = [:]

        /// - Returns: nil where the user's limit on inotify instances is reached; then only polling is left.
        init?() {
            descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Watches a directory.
        /// - Returns: true where the directory is watched now and wasn't watched before.
        mutating func add(_ directory: String) -> Bool {
            guard !directories.values.contains(directory) else { return false }
            let watch = inotify_add_watch(descriptor, directory.filePath, Self.mask)
            guard watch >= 0 else { return false }
            directories[watch] = directory
            return true
        }

        /// Returns the events since the last call, without waiting for any.
        mutating func read() -> [Event] {
            var events: [Event] = []
            var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
            while true {
                let count = Foundation.read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return events }
                buffer.withUnsafeBytes {
                    parse(UnsafeRawBufferPointer(rebasing: $0[..<count]), into: &events)
                }
            }
        }

        private mutating func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
            let headSize = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + headSize <= bytes.count {
                let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = offset + headSize + Int(head.len)
                let name = bytes[(offset + headSize)..<min(end, bytes.count)]
                offset = end
                if head.mask & UInt32(IN_Q_OVERFLOW) != 0 { events.append(.overflow) }
                if head.mask & UInt32(IN_IGNORED) != 0 { directories[head.wd] = nil }
                if head.mask & UInt32(IN_MOVE_SELF) != 0 {
                    // The directory was renamed. The path is to be watched and not the directory, whichever directory
                    // has the path next.
                    inotify_rm_watch(descriptor, head.wd)
                    directories[head.wd] = nil
                }
                let isFile = head.mask & UInt32(IN_ISDIR) == 0
                guard isFile, head.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0,
                    let directory = directories[head.wd], name.first != UInt8(ascii: ".")
                else { continue }
                let text = String(fileName: name.prefix { $0 != 0 })
                events.append(.file(path: directory + "/" + text))
            }
        }
    #else
        let descriptor: Int32 = -1

        init?() { return nil }

        mutating func add(_ directory: String) -> Bool { false }

        mutating func read() -> [Event] { [] }
    #endif
}

/// A pipe that interrupts another thread's `poll`, known as the self-pipe trick.
final class WakeupPipe: Sendable {
    /// The descriptor that the other thread includes in its `poll`.
    let reading: Int32
    private let writing: Int32

    init() throws(POSIXError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw POSIXError.last }
        (reading, writing) = (ends[0], ends[1])
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
    }

    deinit {
        close(reading)
        close(writing)
    }

    /// Interrupts the `poll`. Where the pipe is full, the write fails and the reader wakes up all the same.
    func signal() {
        var byte: UInt8 = 1
        _ = write(writing, &byte, 1)
    }

    /// Reads and drops all signals that were sent so far.
    func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(reading, &bytes, bytes.count) > 0 {}
    }
}

extension POSIXError {
    static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
