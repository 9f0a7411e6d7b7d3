#if canImport(Glibc)
    import Glibc

    /// What the kernel tells about folders: files written and closed, or moved in.
    ///
    /// `CLOSE_WRITE` rather than `MODIFY`, which comes for every write, or `CREATE`, which comes before the first.
    struct FolderEvents: ~Copyable {
        private static let mask =
            UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
            | UInt32(IN_ONLYDIR)

        enum Event: Equatable {
            /// A file that may be ready.
            case file(path: String)
            /// Events were lost; only looking helps.
            case overflow
        }

        let descriptor: Int32
        private var folders: [Int32: String] = [:]

        /// nil where the system has no more watches or instances to give: then polling must do.
        init?() {
            descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            guard descriptor >= 0 else { return nil }
        }

        deinit { close(descriptor) }

        /// Whether this folder is watched from now on and wasn't before.
        mutating func add(_ folder: String) -> Bool {
            guard !folders.values.contains(folder) else { return false }
            let watch = inotify_add_watch(descriptor, folder, Self.mask)
            guard watch >= 0 else { return false }
            folders[watch] = folder
            return true
        }

        var watched: [String] { Array(folders.values) }

        /// Everything that happened since the last time, without waiting.
        mutating func read() -> [Event] {
            var events: [Event] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return events }
                buffer.withUnsafeBytes {
                    parse(UnsafeRawBufferPointer(rebasing: $0[..<count]), into: &events)
                }
            }
        }

        private mutating func parse(_ bytes: UnsafeRawBufferPointer, into events: inout [Event]) {
            let headSize = MemoryLayout<inotify_event>.size
            var at = 0
            while at + headSize <= bytes.count {
                let head = bytes.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
                let name = bytes[(at + headSize)..<min(at + headSize + Int(head.len), bytes.count)]
                at += headSize + Int(head.len)
                if head.mask & UInt32(IN_Q_OVERFLOW) != 0 { events.append(.overflow) }
                if head.mask & UInt32(IN_IGNORED) != 0 { folders[head.wd] = nil }
                if head.mask & UInt32(IN_MOVE_SELF) != 0 {
                    // It goes on under another name: what is watched is a place, not a folder.
                    inotify_rm_watch(descriptor, head.wd)
                    folders[head.wd] = nil
                }
                let isFile = head.mask & UInt32(IN_ISDIR) == 0
                guard isFile, head.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0,
                    let folder = folders[head.wd], name.first != 0x2E
                else { continue }
                let text = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                events.append(.file(path: folder + "/" + text))
            }
        }
    }
#endif
