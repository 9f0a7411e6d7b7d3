import TestSupport
import Foundation
import TypeSafeAPI

extension ServerProcess {
    /// Its reader processes.
    var readers: [Int32] {
        let tasks = "/proc/\(processID)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            ((try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// One with a single reader that holds still until it is let go: what is sent to it stays under way.
    static func holdingItsReader(arguments: [String] = []) async throws -> ServerProcess {
        let server = try await ServerProcess(
            arguments: ["--readers", "1", "--scan-timeout", "600", "--queue-age", "600"] + arguments)
        for reader in server.readers { kill(reader, SIGSTOP) }
        return server
    }

    func letReadersGo() {
        for reader in readers { kill(reader, SIGCONT) }
    }

    /// How many pictures were read, where readers are replaced after each and the log tells so.
    var picturesRead: Int { log.matches(of: /reader ended.*recycled/).count }
    static let countingPictures = ["--reader-recycle", "1", "--log-level", "debug"]
}

extension ServiceClient {
    /// Puts a picture into the hands of the only reader.
    func occupyReader(with image: Data) async throws {
        let path = try await send(
            "POST", "/scan-image", contentType: "image/png", body: image,
            headers: ["Prefer": "respond-async"]
        ).header("Location")
        _ = try await eventually(within: 30) {
            let job = try await send("GET", path ?? "").decoded(ScanJob.self)
            return job.state == .decoding ? true : nil
        }
    }
}
