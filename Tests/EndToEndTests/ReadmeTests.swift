import Foundation
import Testing
import TypeSafeAPI

@Suite("The README") struct ReadmeTests {
    private static let page = Sample.root.appendingPathComponent("README.md")

    @Test("Its picture is answered as it says")
    func picture() async throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let sample = try #require(page.firstMatch(of: /```json\n([^`]+)```/)?.output.1)
        let file = try #require(page.firstMatch(of: /image=@Resources\/samples\/([\w.-]+)/)?.output.1)
        let client = ServiceClient(server: try await SharedServer.get())
        let answer = try await client.scan(
            form: [.image(try Sample.image(String(file))), .text("user_country", "US")])
        try Self.expect(Data(sample.utf8), in: answer.body)
    }

    @Test("Its text is answered as it says")
    func text() async throws {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let sample = try #require(page.firstMatch(of: /-d '(\{.*\})' \\\n.*\n(\w+) (.*)\n/)?.output)
        let client = ServiceClient(server: try await SharedServer.get())
        let answer = try await client.send(
            "POST", "/analyze-text", contentType: "application/json", body: Data(sample.1.utf8)
        ).decoded(ScanResponse.self)
        #expect(answer.riskLevel.rawValue == sample.2)
        #expect(answer.explanation == sample.3)
    }

    /// Expects all members of an object in another one, and the first entries of its arrays.
    private static func expect(_ sample: Data, in answer: Data) throws {
        func contains(_ all: Any?, _ part: Any) -> Bool {
            switch part {
            case let part as [String: Any]:
                part.allSatisfy { key, value in contains((all as? [String: Any])?[key], value) }
            case let part as [Any]:
                part.enumerated().allSatisfy { index, value in
                    let all = all as? [Any] ?? []
                    return index < all.count && contains(all[index], value)
                }
            default: (all as? NSObject) == (part as? NSObject)
            }
        }
        let sample = try JSONSerialization.jsonObject(with: sample)
        let answer = try JSONSerialization.jsonObject(with: answer)
        #expect(contains(answer, sample))
    }
}
