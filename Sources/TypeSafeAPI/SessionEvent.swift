public import Foundation

/// How one of a session's scans goes: the data of an event of `GET /sessions/{id}/events`. It never holds a word of the message.
public struct SessionEvent: Codable, Sendable, Equatable {
    /// Id of the scan. Its result has the same id.
    public var scanID: UUID
    /// The stage that the scan has reached.
    public var state: ScanJobState
    /// How much of the scan is done, from 0 to 100.
    public var percent: Int
    /// How dangerous the message is; absent unless the state is `done`.
    public var riskLevel: RiskLevel?
    /// Kind of the scam; absent unless the state is `done`.
    public var scamType: ScamType?
    /// Why the scan failed: the `type` of its problem; absent unless the state is `failed`.
    public var problem: String?

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case scanID = "scan_id"
        case state, percent
        case riskLevel = "risk_level"
        case scamType = "scam_type"
        case problem
    }

    /// Creates a value from its properties.
    public init(
        scanID: UUID, state: ScanJobState, percent: Int, riskLevel: RiskLevel? = nil,
        scamType: ScamType? = nil, problem: String? = nil
    ) {
        self.scanID = scanID
        self.state = state
        self.percent = percent
        self.riskLevel = riskLevel
        self.scamType = scamType
        self.problem = problem
    }

    /// Why the scan failed; nil unless it did, or where this version of the module doesn't know the reason.
    public var problemKind: ProblemKind? { problem.flatMap { ProblemKind(urn: $0) } }

    /// Creates the event of a scan's present state.
    public init(_ job: ScanJob) {
        self.init(
            scanID: job.scanID, state: job.state, percent: job.percent, riskLevel: job.result?.riskLevel,
            scamType: job.result?.scamType, problem: job.problem?.type)
    }

    /// Creates the event of a scan that is done.
    public init(_ response: ScanResponse) {
        self.init(
            scanID: response.scanID, state: .done, percent: 100, riskLevel: response.riskLevel,
            scamType: response.scamType)
    }
}
