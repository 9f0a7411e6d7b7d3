import Foundation
import TestSupport
import Testing
import TypeSafeAPI

@testable import typesafe

@Suite("Order and bounds of a batch")
struct BatchTests {
    @Test("The likely worst come first, equals as they were named")
    func order() {
        var order = BatchOrder([0.1, 0.9, 0.1, 0.5].enumerated().map { Look(score: $1, likeness: $0) })
        #expect((0..<4).compactMap { _ in order.next() } == [1, 3, 0, 2])
        #expect(order.next() == nil && order.left == 0)
    }

    @Test("A picture like one with a high risk is next, and one like a harmless one is among the last")
    func likeness() {
        let looks = [1, 2, 3, 2, 1, 3].map { Look(score: 0, likeness: $0) }
        var order = BatchOrder(looks)
        #expect(order.next() == 0)
        order.note(.low, of: 0)
        #expect(order.next() == 1)
        order.note(.high, of: 1)
        #expect((0..<4).compactMap { _ in order.next() } == [3, 2, 5, 4] && order.left == 0)
    }

    @Test("What is done isn't taken again, and still says something of others")
    func resumed() {
        let looks = [1, 2, 1, 3].map { Look(score: 0, likeness: $0) }
        var order = BatchOrder(looks, done: [0: .high, 3: nil])
        #expect(order.left == 2)
        #expect((0..<3).map { _ in order.next() } == [2, 1, nil])
    }

    @Test("A look puts words of a scam before a screenshot, and that before ordinary words")
    func look() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("look-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try BlankPicture.make(width: 1_080, height: 2_340, rows: 100).write(
            to: folder.appendingPathComponent("a.png"))
        let lines = [
            #"{"id": "plain", "file": "a.png", "text": "See you at noon, I'll bring the cake."}"#,
            #"{"id": "none", "file": "b.png"}"#, #"{"id": "screen", "file": "a.png"}"#,
            #"{"id": "again", "file": "a.png"}"#,
            #"{"id": "scam", "file": "a.png", "ocr_text": "Your parcel is held. Pay the redelivery fee of £1.99 at https://royalmail-fee.top/pay within 24 hours."}"#,
        ]
        let manifest = folder.appendingPathComponent("m.jsonl").path
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: manifest))
        let items = try BatchItems(manifest)
        let looks = try await FirstLook(items).looks { _ in false }
        var order = BatchOrder(looks)
        let names = (0..<5).compactMap { _ in order.next().map { items.all[$0].id } }
        #expect(names == ["scam", "screen", "again", "plain", "none"])
        #expect(looks[2].likeness == looks[3].likeness && looks[1].likeness != looks[2].likeness)
    }

    @Test("As many wait for the server as it reads, but some always may")
    func flow() throws {
        let flow = BatchFlow(chosen: nil, patience: .seconds(60))
        func startAll() -> Int { (0..<1_000).prefix { _ in flow.start() }.count }
        #expect(startAll() == 4)
        for number in 0..<4 { flow.startReading(number) }
        #expect(startAll() == 8)
        flow.end(0)
        #expect(startAll() == 0)
        for number in 4..<200 { flow.startReading(number) }
        #expect(startAll() == BatchFlow.most - 11)
        let chosen = BatchFlow(chosen: 7, patience: .seconds(60))
        #expect((0..<20).prefix { _ in chosen.start() }.count == 7)
    }

    @Test("While the server refuses, nothing starts; one that stays silent ends the batch")
    func refusal() throws {
        let failure = CommandFailure.timedOut
        let flow = BatchFlow(chosen: 2, patience: .seconds(60))
        try flow.wait(for: failure)
        #expect(!flow.start())
        flow.answer()
        #expect(flow.start())
        #expect(throws: failure) { try BatchFlow(chosen: 2, patience: .zero).wait(for: failure) }
    }
}
