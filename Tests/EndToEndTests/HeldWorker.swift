import TestSupport
import Foundation
import TypeSafeAPI

extension ServerProcess {
    /// Process ids of the server's child processes, which are its workers. Ended ones that it hasn't waited for are
    /// included.
    var workers: [Int32] {
        let tasks = "/proc/\(processID)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            ((try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)) ?? "")
                .split(separator: " ").compactMap { Int32($0) }
        }
    }

    /// Starts a server with a single worker, and stops the worker until `letWorkersGo`. So scans stay unfinished.
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

    /// Number of images that a server of `countingPictures` has read.
    var picturesRead: Int { log.matches(of: /worker ended.*recycled/).count }

    /// Starts a server with a single stopped worker. The worker is replaced after each image, and the log tells that,
    /// so the images can be counted.
    static func countingPictures() async throws -> ServerProcess {
        try await holdingItsWorker(arguments: ["--log-level", "debug"], limits: ["worker_images": 1])
    }
}

extension ServiceClient {
    /// Sends an image as a job, and returns when the only worker has it.
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
