import Foundation
import ScreenshotDetection
import TypeSafeAPI
import TypeSafeClient

struct OutcomeJSON: Encodable {
    /// Version of all JSON output. It is raised when a field changes its meaning or is removed.
    static let schema = 1

    private struct Failure: Encodable {
        let code: String
        let message: String
        let status: Int?
        let requestID: String?
    }

    private let schema = OutcomeJSON.schema
    private let event = "result"
    /// The batch, and the picture's name in it; nil for what belongs to none.
    private let batch: UUID?
    private let id: String?
    private let file: String?
    private let origin: String
    private let result: ScanResponse?
    private let error: Failure?

    init(_ outcome: ScanOutcome, batch: UUID? = nil, id: String? = nil, isRedacted: Bool) {
        self.batch = batch
        self.id = id
        file = outcome.name
        origin = outcome.origin.rawValue
        switch outcome.result {
        case .success(let response):
            result = isRedacted ? response.redacted : response
            error = nil
        case .failure(let failure):
            result = nil
            var answer: (status: Int?, id: String?) = (nil, nil)
            if case .server(let error) = failure { answer = (error.status, error.requestID) }
            error = Failure(
                code: failure.code, message: failure.message, status: answer.status, requestID: answer.id)
        }
    }
}
