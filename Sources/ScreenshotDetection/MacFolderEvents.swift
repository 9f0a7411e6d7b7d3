#if os(macOS)
    import CoreServices
    import Dispatch
    import Foundation
    import Synchronization

    /// What FSEvents tells about folders: files created, written or moved in. They may still be being written.
    ///
    /// The same face as the one over inotify: a descriptor to wait on, and events to read when it is readable.
    struct FolderEvents: ~Copyable {
        enum Event: Equatable {
            /// A file that may be ready.
            case file(path: String)
            /// Events were lost; only looking helps.
            case overflow
        }

        /// Seconds that FSEvents may gather events for; the prompt is to be there within 0.2.
        private static let latency = 0.05
        private static let flags =
            kFSEventStreamCreateFlagFileEvents | kFSEventStreamCreateFlagNoDefer
            | kFSEventStreamCreateFlagWatchRoot

        private let inbox: Inbox
        private let queue = DispatchQueue(label: "folder events")
        /// Folders as they were named, by where they really are: events name the latter.
        private var folders: [String: String] = [:]
        private var stream: FSEventStreamRef?

        init?() {
            guard let wake = try? WakeUp() else { return nil }
            inbox = Inbox(wake: wake)
        }

        deinit { Self.end(stream, queue) }

        var descriptor: Int32 { inbox.wake.reading }

        /// Whether this folder is watched from now on and wasn't before.
        mutating func add(_ folder: String) -> Bool {
            guard !folders.values.contains(folder), let place = Self.place(folder) else { return false }
            var wanted = folders
            wanted[place] = folder
            return watch(wanted)
        }

        mutating func read() -> [Event] {
            var events: [Event] = []
            for happened in inbox.take() {
                if happened.has(kFSEventStreamEventFlagRootChanged) {
                    // It goes on under another name, or not at all: what is watched is a place, not a folder.
                    if let root = folders.keys.first(where: { $0 == happened.path }) {
                        var rest = folders
                        rest[root] = nil
                        _ = watch(rest)
                    }
                    continue
                }
                if happened.has(
                    kFSEventStreamEventFlagMustScanSubDirs | kFSEventStreamEventFlagUserDropped
                        | kFSEventStreamEventFlagKernelDropped)
                {
                    events.append(.overflow)
                    continue
                }
                let path = happened.path as NSString
                // Events of folders inside come too.
                guard happened.has(kFSEventStreamEventFlagItemIsFile),
                    let folder = folders[path.deletingLastPathComponent],
                    !path.lastPathComponent.hasPrefix(".")
                else { continue }
                events.append(.file(path: folder + "/" + path.lastPathComponent))
            }
            return events
        }

        /// A stream's folders are fixed, so another set is another stream.
        private mutating func watch(_ wanted: [String: String]) -> Bool {
            Self.end(stream, queue)
            stream = nil
            folders = [:]
            guard !wanted.isEmpty else { return true }
            var context = FSEventStreamContext(
                version: 0, info: Unmanaged.passUnretained(inbox).toOpaque(), retain: nil, release: nil,
                copyDescription: nil)
            let created = FSEventStreamCreate(
                nil,
                { _, info, count, paths, flags, _ in
                    guard let info else { return }
                    // Without `UseCFTypes`, C strings.
                    let names = paths.assumingMemoryBound(to: UnsafePointer<CChar>.self)
                    let happened = (0..<count).map {
                        Happening(path: String(cString: names[$0]), flags: flags[$0])
                    }
                    Unmanaged<Inbox>.fromOpaque(info).takeUnretainedValue().put(happened)
                },
                &context, Array(wanted.keys) as CFArray,
                FSEventStreamEventId(kFSEventStreamEventIdSinceNow), Self.latency,
                FSEventStreamCreateFlags(Self.flags))
            guard let created else { return false }
            FSEventStreamSetDispatchQueue(created, queue)
            guard FSEventStreamStart(created) else {
                FSEventStreamInvalidate(created)
                FSEventStreamRelease(created)
                return false
            }
            stream = created
            folders = wanted
            return true
        }

        /// After the last callback, which still uses the inbox.
        private static func end(_ stream: FSEventStreamRef?, _ queue: DispatchQueue) {
            guard let stream else { return }
            FSEventStreamStop(stream)
            FSEventStreamInvalidate(stream)
            FSEventStreamRelease(stream)
            queue.sync {}
        }

        private static func place(_ folder: String) -> String? {
            guard let resolved = realpath(folder, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }

    /// One event as FSEvents tells it.
    private struct Happening: Sendable {
        let path: String
        let flags: FSEventStreamEventFlags

        /// Whether it has one of these.
        func has(_ wanted: Int) -> Bool { flags & FSEventStreamEventFlags(wanted) != 0 }
    }

    /// Where the stream's queue leaves events for the watcher's thread.
    private final class Inbox: Sendable {
        /// Events that wait; beyond it, the folders are looked through.
        private static let limit = 16_384

        let wake: WakeUp
        private let waiting = Mutex<[Happening]>([])

        init(wake: WakeUp) {
            self.wake = wake
        }

        func put(_ happened: [Happening]) {
            waiting.withLock { waiting in
                waiting += happened
                guard waiting.count > Self.limit else { return }
                waiting = [
                    Happening(
                        path: "", flags: FSEventStreamEventFlags(kFSEventStreamEventFlagUserDropped))
                ]
            }
            wake.signal()
        }

        func take() -> [Happening] {
            wake.drain()
            return waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
        }
    }
#endif
