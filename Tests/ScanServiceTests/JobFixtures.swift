import SystemSupport
import Foundation
import Synchronization
import Testing
import TypeSafeAPI

@testable import ScanService

/// Work waits here until it is let through, or cancelled.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    let cancellations = Atomic(0)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open(_ count: Int = 1) {
        for _ in 0..<count { continuation.yield() }
    }

    func pass() async {
        for await _ in stream { return }
        cancellations.add(1, ordering: .relaxed)
    }
}

extension ScanResponse {
    static let sample = ScanResponse(
        scanID: UUID(), timestamp: Date(timeIntervalSince1970: 1_795_000_000), status: .ok, riskLevel: .low,
        confidence: 0.9, category: .unknown, explanation: "Nothing speaks for a scam.", scamType: .unknown,
        scamProbability: 0.1, rulesVersion: "1", findings: [], entities: [],
        advice: Advice(now: [], ifYouAlready: [], report: []), ocr: nil,
        timing: Timing(decode: nil, ocr: nil, classify: 1, total: 1))
}

extension Problem {
    init(interruption: JobInterruption) {
        let kind: ProblemKind =
            switch interruption {
            case .deadlineExceeded: .scanTimeout
            case .cancelled: .cancelled
            case .restarted: .restarted
            }
        self.init(kind: kind, title: "", status: 503, detail: "", field: nil, requestID: "")
    }
}

/// Waits for a condition, with a deadline.
func holds(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension ClientID {
    static let one = ClientID("one")
    static let two = ClientID("two")
}
