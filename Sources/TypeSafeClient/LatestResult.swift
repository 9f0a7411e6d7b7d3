public import Foundation
public import TypeSafeAPI

/// The newest result that a server stores for a session: its verdict, without the text that was read.
public struct LatestResult: Codable, Sendable, Equatable {
    /// Identifier of the scan; nil where the server doesn't send it.
    public var scanID: UUID?
    /// Time of the verdict, in whole seconds.
    public var timestamp: Date
    /// Risk level of the verdict.
    public var riskLevel: RiskLevel
    /// Estimated probability that the risk level is right, 0…1.
    public var confidence: Double
    /// Coarse category of the scam; `unknown` where there is none.
    public var category: ScamCategory
    /// Fine category of the scam; nil where the server doesn't send it.
    public var scamType: ScamType?
    /// One English sentence about the verdict, for a user to read.
    public var explanation: String

    private enum CodingKeys: String, CodingKey {
        case scanID = "scan_id"
        case timestamp = "ts"
        case riskLevel = "risk_level"
        case confidence, category
        case scamType = "scam_type"
        case explanation
    }
}
