public import Foundation
public import TypeSafeAPI

/// Scans that run without an open connection.
extension ScanClient {
    /// Sends a screenshot, and returns when the server has it.
    /// - Returns: the accepted scan. Its state is `done`, with the result, where the server answers at once.
    public func submit(
        image: Data, options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanJob {
        try await submit(conversation: [image], options: options)
    }

    /// Sends several screenshots of a conversation, and returns when the server has them.
    /// - Parameter images: contents of 1 to `ScanForm.maxPictures` image files, in any order.
    /// - Returns: the accepted scan, as `submit(image:options:)` does.
    public func submit(
        conversation images: [Data], options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> ScanJob {
        var request = try Self.scanRequest(images, options)
        request.prefer = options.isBatch ? "respond-async; priority=batch" : "respond-async"
        request.successStatuses = [200, 202]
        let response = try await send(request)
        guard response.status == 200 else { return try decoded(response) }
        let result: ScanResponse = try decoded(response)
        return ScanJob(scanID: result.scanID, state: .done, percent: 100, result: result)
    }

    /// Follows a scan to its end, by the server's event stream or by asking for the state again and again.
    /// - Parameters:
    ///   - limit: time within which the scan must end.
    ///   - report: gets each state that the scan reaches, but `failed`.
    /// - Returns: the scan in the state `done` or `failed`.
    /// - Throws: `ClientError` with `.notFound` where the server doesn't know the scan, or no longer.
    package func end(
        of job: ScanJob, within limit: Duration, report: @escaping @Sendable (ScanJob) -> Void
    ) async throws(ClientError) -> ScanJob {
        try await JobFollower(
            client: self, id: job.scanID, interval: Self.pollingInterval, deadline: .now + limit,
            report: report
        ).last(after: job)
    }

    /// Time between two requests for a scan's state, where the server or a proxy before it has no event stream.
    public static let pollingInterval = Duration.milliseconds(200)

    /// Returns the state of a scan, with its result or its problem when it has ended. The server forgets it some minutes later.
    /// - Throws: `ClientError` with `.notFound` where the scan never was, was cancelled, or ended too long ago.
    public func job(_ scan: UUID) async throws(ClientError) -> ScanJob {
        try await decoded(APIRequest(path: "scans/\(scan.uuidString.lowercased())"))
    }

    /// Cancels a scan, and makes the server forget its result.
    /// - Throws: `ClientError` with `.notFound` where there is no such scan any more.
    public func cancelScan(_ scan: UUID) async throws(ClientError) {
        _ = try await send(
            APIRequest(
                method: "DELETE", path: "scans/\(scan.uuidString.lowercased())", successStatuses: [204]))
    }
}
