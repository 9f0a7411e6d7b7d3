public import Foundation
public import TypeSafeAPI

/// The newest result that a server keeps for a session: the verdict, without what was read.
public struct LatestResult: Codable, Sendable, Equatable {
    /// Names the scan; nil from a server that doesn't say.
    public var scanID: UUID?
    /// When the verdict was made, to the second.
    public var timestamp: Date
    /// The verdict.
    public var riskLevel: RiskLevel
    /// How likely the risk level is right, 0…1.
    public var confidence: Double
    /// Coarse category of the scam.
    public var category: ScamCategory
    /// Fine category of the scam; nil from a server that doesn't say.
    public var scamType: ScamType?
    /// One sentence for a person.
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
