import Foundation
import ScreenshotDetection
import TypeSafeAPI

@testable import typesafe

/// Sample answers of a scan server.
enum Sample {
    static func response(_ risk: RiskLevel, status: ScanStatus = .ok) -> ScanResponse {
        ScanResponse(
            scanID: UUID(), timestamp: Date(timeIntervalSince1970: 1_795_000_000), status: status,
            riskLevel: risk,
            confidence: risk == .unknown ? 0 : 0.97, category: risk == .high ? .otpPhishing : .unknown,
            explanation: "Asks you to send back a one-time code.",
            scamType: risk == .high ? .otpRequest : .unknown,
            scamProbability: 0.9, rulesVersion: "1",
            findings: [
                Finding(
                    rule: "ask.code", title: "Asks for a one-time code", weight: 3.2, quote: "send us SECRET",
                    boxes: []),
                Finding(
                    rule: "known.sender", title: "Names a known sender", weight: -1, quote: nil, boxes: []),
            ],
            entities: [
                Entity(
                    kind: .url, text: "https://SECRET.example/a", registrableDomain: "SECRET.example",
                    seen: "https://SECRET.examp1e/a",
                    readings: [
                        EntityReading(value: "https://SECRET.example/a", odds: 0.702),
                        EntityReading(value: "https://SECRET.examp1e/a", odds: 0.298),
                    ])
            ],
            advice: Advice(
                now: [
                    "Don't send the code to anybody, whoever they say they are, and whatever they say will happen."
                ],
                ifYouAlready: [Exposure(did: "shared a code", steps: ["Call your bank now."])],
                report: [ReportingPlace(name: "Scamwatch", url: "https://www.scamwatch.gov.au", phone: nil)]),
            ocr: OCRResult(
                text: "SECRET text", confidence: 0.9, languages: ["eng"], width: 10, height: 10,
                sender: "SECRET",
                address: nil,
                lines: [
                    OCRLine(
                        text: "SECRET", confidence: 1, role: .incoming,
                        box: Box(x: 0, y: 0, width: 1, height: 1))
                ]),
            timing: Timing(decode: 1, ocr: 1, classify: 1, total: 3))
    }

    static func outcome(_ risk: RiskLevel, name: String? = "shot.png") -> ScanOutcome {
        ScanOutcome(
            name: name, origin: .manual,
            result: .success(response(risk, status: risk == .unknown ? .noText : .ok)))
    }

    static func failure(_ failure: CommandFailure, name: String? = "shot.png") -> ScanOutcome {
        ScanOutcome(name: name, origin: .manual, result: .failure(failure))
    }
}
