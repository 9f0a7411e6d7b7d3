import Foundation
import TestSupport
import Testing
import Texts
import TypeSafeAPI

@Suite("The language of answers")
struct AnswerLanguageTests {
    private static let scam = "Your parcel is held. Pay the fee at https://usps-redelivery.top/track"

    private func ask(
        _ client: ServiceClient, accepting accept: String? = nil, field: String? = nil, query: String = ""
    ) async throws -> (answer: ScanResponse, language: String?) {
        var body = ["text": Self.scam]
        body["language"] = field
        let response = try await client.send(
            "POST", "/analyze-text\(query)", contentType: "application/json",
            body: JSONEncoder().encode(body), headers: accept.map { ["Accept-Language": $0] } ?? [:])
        return (try response.decoded(ScanResponse.self), response.header("Content-Language"))
    }

    @Test(
        "A request chooses: field, parameter, field of the header by its weights, server's own",
        arguments: [
            (nil, nil, "", "en"), ("de-AT, en;q=0.5", nil, "", "de"), ("en;q=0.2, fr;q=0.9", nil, "", "fr"),
            ("sv, pt-BR;q=0.3", nil, "", "pt"), ("sv, *;q=0.1", nil, "", "en"), ("fr;q=0, nl", nil, "", "nl"),
            ("de", nil, "?language=it", "it"), ("de", "zh-TW", "?language=it", "zh-Hant"),
            ("de", "xx", "", "de"), ("=, ;;, q=, es", nil, "", "es"),
        ] as [(String?, String?, String, String)])
    func chosen(_ accept: String?, _ field: String?, _ query: String, _ expected: String) async throws {
        let client = ServiceClient(server: try await SharedServer.get())
        let (answer, language) = try await ask(client, accepting: accept, field: field, query: query)
        #expect(language == expected)
        let texts = try #require(ShippedTexts.library.texts(for: expected))
        let finding = try #require(answer.findings.first)
        let said = texts.patterns(of: .reasons).values
        #expect(said.contains(finding.title) && answer.explanation.contains(finding.title))
        #expect(answer.riskLevel == .high && answer.scamType == .delivery)
        #expect(answer.advice.now.allSatisfy { texts.patterns(of: .advice).values.contains($0) })
    }

    @Test("The server's own language is for who asks for none; problems speak the request's")
    func own() async throws {
        let server = try await ServerProcess(arguments: ["--workers", "1", "--language", "nl-BE"])
        let client = ServiceClient(server: server)
        #expect(try await ask(client).language == "nl")
        #expect(try await ask(client, accepting: "sv").language == "nl")
        let french = try await client.send(
            "POST", "/analyze-text", contentType: "application/json", body: Data("{}".utf8),
            headers: ["Accept-Language": "fr"])
        let problem = try french.decoded(Problem.self)
        let texts = try #require(ShippedTexts.library.texts(for: "fr"))
        #expect(french.header("Content-Language") == "fr" && problem.kind == .missingField)
        #expect(problem.title == texts.say(ProblemText.missingField))
        let refused = try ServerProcess.run(["--language", "xx"])
        #expect(refused.status == 78 && refused.error.contains("zh-Hant"))
    }
}
