import Foundation

@testable import Outbound

extension PushContent {
    /// A push about a scan that is done and found a scam, unless the test says otherwise.
    static func sample(
        _ phase: Phase = .end, scan: UUID? = UUID(), state: State = .done, percent: Int? = 100,
        level: String? = "high", title: String = "High risk", body: String = "It imitates a parcel service.",
        at: Date = Date(), sequence: Int = 3
    ) -> PushContent {
        PushContent(
            phase: phase, scanID: scan, sessionID: "5d5b2b5c-9d5e-4f6a-8d50-000000000000", state: state,
            percent: percent, level: level, scamType: level == nil ? nil : "delivery", title: title,
            body: body, at: at, staleAt: phase == .end ? nil : at + 60,
            dismissAt: phase == .end ? at + 4 * 3_600 : nil, sequence: sequence)
    }
}
