import Foundation
import ScreenshotDetection
import TypeSafeAPI
import TypeSafeClient

/// An outcome for programs, one JSON object.
struct OutcomeJSON: Encodable {
    /// Raised when a field changes its meaning or goes.
    private static let schema = 1
    private static let redacted = "[redacted]"

    private struct Failure: Encodable {
        let code: String
        let message: String
        let status: Int?
        let requestID: String?

        enum CodingKeys: String, CodingKey {
            case code, message, status
            case requestID = "request_id"
        }
    }

    private let schema = OutcomeJSON.schema
    private let event = "result"
    private let file: String?
    private let origin: String
    private let result: ScanResponse?
    private let error: Failure?

    init(_ outcome: ScanOutcome, isRedacted: Bool) {
        file = outcome.name
        origin = outcome.origin.rawValue
        switch outcome.result {
        case .success(let response):
            result = isRedacted ? Self.redacted(response) : response
            error = nil
        case .failure(let failure):
            result = nil
            var answer: (status: Int?, id: String?) = (nil, nil)
            if case .server(let error) = failure { answer = (error.status, error.requestID) }
            error = Failure(
                code: failure.code, message: failure.sentence, status: answer.status, requestID: answer.id)
        }
    }

    /// Without the message's words. Kinds of entities and registered domains stay: they are what a report is about.
    private static func redacted(_ response: ScanResponse) -> ScanResponse {
        var response = response
        for index in response.findings.indices where response.findings[index].quote != nil {
            response.findings[index].quote = redacted
        }
        for index in response.entities.indices {
            response.entities[index].text = redacted
            response.entities[index].seen = response.entities[index].seen.map { _ in redacted }
            response.entities[index].amount = nil
        }
        if var ocr = response.ocr {
            ocr.text = redacted
            ocr.lines = []
            ocr.sender = ocr.sender.map { _ in redacted }
            ocr.address = ocr.address.map { _ in redacted }
            response.ocr = ocr
        }
        return response
    }

    static func line(_ value: some Encodable, isPretty: Bool = false) -> String {
        let encoder = WireCoding.encoder()
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        guard let data = try? encoder.encode(value) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
