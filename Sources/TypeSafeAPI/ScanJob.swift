public import Foundation

/// State of a scan that was sent with `Prefer: respond-async`. It is the response to `GET /scans/{id}` and the data of
/// each event.
public struct ScanJob: Codable, Sendable, Equatable {
    /// Id of the scan. Its result has the same id.
    public var scanID: UUID
    /// The stage that the scan has reached.
    public var state: ScanJobState
    /// How much of the scan is done, from 0 to 100. It never decreases.
    public var percent: Int
    /// Number of lines that have been read, of several pictures on the one that is being read; absent before the lines are found.
    public var linesRead: Int?
    /// Number of lines that were found on the screenshot; absent before they are found.
    public var linesFound: Int?
    /// The response of the scan; absent unless the state is `done`.
    public var result: ScanResponse?
    /// The reason of the failure; absent unless the state is `failed`.
    public var problem: Problem?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scanID = "scan_id"
        case state
        case percent
        case linesRead = "lines_read"
        case linesFound = "lines_found"
        case result
        case problem
    }

    /// Creates a value from its properties.
    public init(
        scanID: UUID, state: ScanJobState = .queued, percent: Int = 0, linesRead: Int? = nil,
        linesFound: Int? = nil, result: ScanResponse? = nil, problem: Problem? = nil
    ) {
        self.scanID = scanID
        self.state = state
        self.percent = percent
        self.linesRead = linesRead
        self.linesFound = linesFound
        self.result = result
        self.problem = problem
    }
}

/// Stages of an asynchronous scan in their order. A scan may skip stages.
public enum ScanJobState: String, Codable, Sendable, CaseIterable {
    /// The scan waits for a worker.
    case queued
    /// The image is being decoded.
    case decoding
    /// The lines are being read.
    case reading
    /// The text is being judged.
    case classifying
    /// The scan has ended with a result.
    case done
    /// The scan has ended without a result. The problem says why.
    case failed

    /// Whether the scan has ended.
    public var isFinal: Bool { self == .done || self == .failed }
}
