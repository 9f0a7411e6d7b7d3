import Foundation
import Glibc

enum ProcessMemory {
    /// Bytes of memory that a process uses; 0 where the system doesn't tell.
    static func resident(of process: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * Int(getpagesize())
    }
}
