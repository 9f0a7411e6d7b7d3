import Foundation
import Testing

@testable import ScanService

@Suite("Webhook signatures and waits")
struct SignatureTests {
    /// A secret with a key of 24 bytes, the shortest allowed.
    private let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    @Test("A signature is what openssl makes of id, time and body")
    func signature() throws {
        let secret = try #require(WebhookSecret(secret))
        let body = #"{"id": "1"}"#
        let value = WebhookSignature.value(
            id: "msg_1", timestamp: 1_674_087_231, body: Array(body.utf8), secrets: [secret])
        #expect(value == "v1," + (try openSSL("msg_1.1674087231." + body)))
    }

    @Test("Each secret signs")
    func rotation() throws {
        let secrets = try [secret, "whsec_" + Data(repeating: 7, count: 64).base64EncodedString()].map {
            try #require(WebhookSecret($0))
        }
        let both = WebhookSignature.value(id: "a", timestamp: 1, body: [], secrets: secrets).split(
            separator: " ")
        let each = secrets.map { WebhookSignature.value(id: "a", timestamp: 1, body: [], secrets: [$0]) }
        #expect(both.map(String.init) == each && each[0] != each[1])
    }

    @Test("What is no secret, and a secret that is printed")
    func secrets() throws {
        for text in [
            "", "whsec_", secret.replacingOccurrences(of: "whsec_", with: ""), "whsec_!!!!", "whsec_c2hvcnQ=",
            "whsec_" + Data(count: 23).base64EncodedString(),
            "whsec_" + Data(count: 65).base64EncodedString(),
            secret + "\n",
        ] {
            #expect(WebhookSecret(text) == nil, "\(text)")
        }
        let known = try #require(WebhookSecret(secret))
        #expect("\(known) \(String(reflecting: known))".contains("MfKQ") == false)
    }

    @Test("Waits double up to the longest, keep half to chance and follow Retry-After as far")
    func waits() {
        var schedule = RetrySchedule()
        schedule.firstWait = .seconds(4)
        schedule.longestWait = .seconds(60)
        for (failures, most) in [(1, 4), (2, 8), (3, 16), (4, 32), (5, 60), (9, 60), (1_000_000, 60)] {
            let range: ClosedRange<Duration> = .seconds(most) / 2 ... .seconds(most)
            for _ in 0..<20 {
                #expect(range.contains(schedule.wait(failures: failures, retryAfter: nil)))
            }
        }
        #expect(schedule.wait(failures: 1, retryAfter: .seconds(50)) == .seconds(50))
        #expect(schedule.wait(failures: 1, retryAfter: .seconds(5_000)) == .seconds(60))
        // A receiver rests from its third failure in a row on, or where it asks for it.
        #expect(schedule.receiverBackoff(failures: 2, retryAfter: nil) == .zero)
        #expect(schedule.receiverBackoff(failures: 1, retryAfter: .seconds(50)) == .seconds(50))
        #expect(schedule.receiverBackoff(failures: 3, retryAfter: nil) >= .seconds(2))
        #expect(schedule.receiverBackoff(failures: 40, retryAfter: nil) >= .seconds(30))
    }

    /// The HMAC of a text as the openssl program computes it.
    private func openSSL(_ text: String) throws -> String {
        let key = try #require(Data(base64Encoded: String(secret.dropFirst(6))))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        let hex = key.map { String(format: "%02x", $0) }.joined()
        process.arguments = ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(hex)", "-binary"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        defer { process.waitUntilExit() }
        return output.fileHandleForReading.readDataToEndOfFile().base64EncodedString()
    }
}
