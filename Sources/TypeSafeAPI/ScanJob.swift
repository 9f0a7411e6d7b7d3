public import Foundation

/// How far a scan is that was sent with `Prefer: respond-async`: the answer to `GET /scans/{id}`, and the data of each of its
/// events.
public struct ScanJob: Codable, Sendable, Equatable {
    /// Names the scan; its result has the same.
    public var scanID: UUID
    /// Where it is.
    public var state: ScanJobState
    /// How much is done, 0…100; never goes back.
    public var percent: Int
    /// Lines of the picture that have been read; absent before they are found.
    public var linesRead: Int?
    /// Lines that were found on the picture.
    public var linesFound: Int?
    /// The answer, where the state is `done`.
    public var result: ScanResponse?
    /// What went wrong, where the state is `failed`.
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

    /// Makes a job's state; a new one waits.
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

/// Where a scan is, in this order; a state may be passed over.
public enum ScanJobState: String, Codable, Sendable, CaseIterable {
    /// Waits for a reader.
    case queued
    /// The picture is being taken apart.
    case decoding
    /// Its lines are being read.
    case reading
    /// Its text is being judged.
    case classifying
    /// The result is there.
    case done
    /// There will be none; the problem says why.
    case failed

    /// Whether nothing follows.
    public var isFinal: Bool { self == .done || self == .failed }
}
