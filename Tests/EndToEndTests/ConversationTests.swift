import Foundation
import TestSupport
import Testing
import TypeSafeAPI
import TypeSafeClient

/// Several pictures in one request. The talk of `Resources/samples/talk` begins with a wrong number on its first picture and ends with an
/// investment on its third; each picture begins with bubbles of the one before.
@Suite("Pictures judged as one conversation")
struct ConversationTests {
    private static let harmless = "benign-reminder-android-dark.png"

    private static func talk() throws -> [Data] {
        try (1...3).map { try Sample.image("talk/\($0).png") }
    }

    private func answer(
        _ images: [Data], _ fields: [ServiceClient.Part] = []
    ) async throws -> ServiceClient.Answer {
        let client = ServiceClient(server: try await SharedServer.get())
        return try await client.scan(form: images.map { .image($0) } + fields)
    }

    private func scan(_ images: [Data], _ fields: [ServiceClient.Part] = []) async throws -> ScanResponse {
        let answer = try await answer(images, fields)
        #expect(answer.status == 200)
        return try answer.decoded(ScanResponse.self)
    }

    /// What an answer says apart from ids, times and the numbers of pictures.
    private func essence(_ response: ScanResponse) -> [String] {
        [response.riskLevel.rawValue, "\(response.scamProbability ?? 0)", response.explanation]
            + response.findings.map { "\($0.rule) \($0.weight) \($0.quote ?? "")" }
    }

    @Test(
        "Shuffled pictures of a talk are put in order and give the same verdict, with places on their pictures"
    )
    func shuffled() async throws {
        let talk = try Self.talk()
        var verdicts: Set<[String]> = []
        for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
            let response = try await scan(order.map { talk[$0] })
            let conversation = try #require(response.conversation)
            #expect(conversation.order.map { order[$0 - 1] } == [0, 1, 2])
            #expect(conversation.orderedBy == .overlap && conversation.separate == nil)
            #expect(response.riskLevel == .high && response.scamType == .investment)
            let pictures = Set(
                response.findings.flatMap(\.boxes).compactMap { $0.picture.map { order[$0 - 1] } })
            #expect(
                pictures.contains(2) && response.findings.flatMap(\.boxes).allSatisfy { $0.picture != nil })
            #expect(response.ocr?.text == conversation.pictures[conversation.order[0] - 1].ocr?.text)
            verdicts.insert(essence(response))
        }
        #expect(verdicts.count == 1)
    }

    @Test("A bubble that two pictures show is in the talk once")
    func once() async throws {
        let conversation = try #require(try await scan(Self.talk()).conversation)
        let lines = try #require(conversation.lines).map { place in
            conversation.pictures[place.picture - 1].ocr?.lines[place.line].text ?? ""
        }
        let text = lines.joined(separator: " ")
        for words in [
            "in Ohio", "grew up in Singapore", "must be lovely", "Do you like to cook", "cooks soup",
            "trade gold",
        ] {
            #expect(text.ranges(of: words).count == 1, "\(words)")
        }
    }

    @Test("An order that is sent is kept")
    func given() async throws {
        let talk = try Self.talk()
        let response = try await scan([talk[2], talk[0]], [.text("order", "given")])
        #expect(response.conversation?.order == [1, 2] && response.conversation?.orderedBy == .given)
    }

    @Test("A harmless picture beside a scam lowers nothing, and is told apart")
    func harmless() async throws {
        let harmless = try Sample.image(Self.harmless)
        let scam = try Sample.image("scam-toll-android-dark.png")
        let response = try await scan([harmless, scam])
        #expect(response.riskLevel == .high)
        let parts = try #require(response.conversation?.separate)
        #expect(parts.map(\.pictures) == [[2], [1]])
        #expect(parts.map(\.riskLevel) == [.high, .low])
        #expect(response.conversation?.order == [2, 1])
        #expect(Set(response.findings.flatMap(\.boxes).compactMap(\.picture)) == [2])
    }

    @Test("A picture without text among readable ones keeps the risk from being low")
    func unreadable() async throws {
        let harmless = try Sample.image(Self.harmless)
        #expect(try await scan([harmless, harmless]).riskLevel == .low)
        let response = try await scan([harmless, BlankPicture.png])
        #expect(response.riskLevel == .unknown && response.explanation.contains("picture 2"))
    }

    @Test("A picture that can't be decoded is named, before and after the others were read")
    func damaged() async throws {
        let talk = try Self.talk()
        for damaged in [Data("no picture".utf8), talk[1].prefix(9_000)] {
            let answer = try await answer([talk[0], talk[2], Data(damaged)])
            let problem = try answer.decoded(Problem.self)
            #expect([415, 422].contains(answer.status))
            #expect(problem.picture == 3 && problem.field == "image")
            #expect(problem.detail.hasPrefix("Picture 3 of those sent: "))
        }
    }

    @Test("Ten pictures are read, an eleventh is refused")
    func count() async throws {
        let ten = Array(repeating: BlankPicture.png, count: 10)
        #expect(try await scan(ten).conversation?.pictures.count == 10)
        let refused = try await answer(ten + [BlankPicture.png])
        #expect(refused.status == 400)
        #expect(try refused.decoded(Problem.self).field == "image")
    }

    @Test("One image part is answered as ever; other fields that don't fit are refused")
    func fields() async throws {
        #expect(try await scan([BlankPicture.png], [.text("order", "given")]).conversation == nil)
        let pictures = [BlankPicture.png, BlankPicture.png]
        for (name, value) in [("order", "reversed"), ("ocr_text", "Hello there")] {
            let answer = try await answer(pictures, [.text(name, value)])
            #expect(answer.status == 400)
            #expect(try answer.decoded(Problem.self).field == name)
        }
    }

    @Test("The client sends a conversation; its progress grows over all pictures")
    func client() async throws {
        let client = try ScanClient(server: try await SharedServer.get().url("/"))
        let response = try await client.scan(conversation: Self.talk())
        #expect(response.conversation?.pictures.count == 3 && response.riskLevel == .high)
        var percents: [Int] = []
        var last: ScanJob?
        for try await job in client.scanWithProgress(conversation: try Self.talk().reversed()) {
            percents.append(job.percent)
            last = job
        }
        #expect(percents == percents.sorted())
        #expect(last?.result?.conversation?.order == [3, 2, 1])
    }
}
