import TestSupport
import Foundation
import TypeSafeAPI

extension ServerProcess {
    /// Process ids of the server's children, which are its workers; zombies included.
    var workers: [Int32] {
        let tasks = "/proc/\(processID)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            ((try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// A server with a single worker, which is stopped until `letWorkersGo`, so that scans stay under way.
    static func holdingItsWorker(
        arguments: [String] = [], limits: [String: Int] = [:]
    ) async throws -> ServerProcess {
        let server = try await ServerProcess(
            arguments: ["--workers", "1"] + arguments,
            limits: ["scan_seconds": 600, "queue_seconds": 600].merging(limits) { _, new in new })
        for worker in server.workers { kill(worker, SIGSTOP) }
        return server
    }

    func letWorkersGo() {
        for worker in workers { kill(worker, SIGCONT) }
    }

    /// Number of images read by a server of `countingPictures`.
    var picturesRead: Int { log.matches(of: /worker ended.*recycled/).count }

    /// A server with a single stopped worker, which is replaced after each image, and a log that says so.
    static func countingPictures() async throws -> ServerProcess {
        try await holdingItsWorker(arguments: ["--log-level", "debug"], limits: ["worker_images": 1])
    }
}

extension ServiceClient {
    /// Returns when the only worker has the image.
    func occupyWorker(with image: Data) async throws {
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
