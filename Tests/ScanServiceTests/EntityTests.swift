import Foundation
import ScanService
import Testing
import TextAnalysis
import TypeSafeAPI
import ScanDocuments

@Suite("Entities on the wire")
struct EntityTests {
    private func entities(
        _ words: [(text: String, seen: String?)], otherReadings: [Transcript.Reading] = []
    ) -> [TypeSafeAPI.Entity] {
        let analyzer = TextAnalyzer(
            suffixes: PublicSuffixList(list: Array("// ===BEGIN ICANN DOMAINS===\ntop\n".utf8)),
            confusables: Confusables(tsv: "".utf8))
        let lines = words.enumerated().map { index, word in
            let box = TextAnalysis.Box(x: 1, y: 20 * index, width: 90, height: 12)
            return Transcript.Line(
                words: [
                    Transcript.Word(
                        text: word.text, confidence: 0.9, box: box, seen: word.seen,
                        otherReadings: index == 0 ? otherReadings : [])
                ],
                role: .incoming, block: index)
        }
        let text = analyzer.analyze(
            Transcript(lines: lines, width: 100, height: 400, languages: ["eng"]))
        return text.entities.map { TypeSafeAPI.Entity($0, in: text) }.withoutRepetition
    }

    @Test("Links that the reader corrected say what was seen, others don't")
    func seen() {
        let links = entities([("evil.top", "evi1.top"), ("harbor.top", nil)])
        #expect(links.map(\.registrableDomain) == ["evil.top", "harbor.top"])
        #expect(links.map(\.seen) == ["evi1.top", nil])
    }

    @Test("A link that was corrected in one of its places stands once, with what was seen there")
    func repetition() {
        for order in [["evi1.top", nil], [nil, "evi1.top"], ["evi1.top", "ev1l.top"]] as [[String?]] {
            let links = entities(order.map { ("evil.top", $0) })
            #expect(links.map(\.registrableDomain) == ["evil.top"])
            #expect(links.map(\.seen) == ["evi1.top"])
        }
    }

    @Test("A link whose readings disagree says what each of them is, and how likely; others don't")
    func readings() throws {
        let others = [Transcript.Reading(text: "(harbor.t0p/l),", odds: 1 / 3.0)]
        let links = entities(
            [("(harbor.top/l),", nil), ("evil.top", nil), ("harbor.top/l", nil)], otherReadings: others)
        #expect(links.map(\.text) == ["harbor.top/l", "evil.top"], "the repetition has gone")
        #expect(
            links[0].readings == [
                EntityReading(value: "harbor.top/l", odds: 0.667),
                EntityReading(value: "harbor.t0p/l", odds: 0.333),
            ])
        #expect(links[1].readings == nil)
        let json = String(decoding: try WireCoding.encoder().encode(links), as: UTF8.self)
        #expect(json.contains(#""readings":[{"odds":0.667,"value":"harbor.top/l"},"#), "\(json)")
        #expect(json.components(separatedBy: "readings").count == 2)
        #expect(try WireCoding.decoder().decode([TypeSafeAPI.Entity].self, from: Data(json.utf8)) == links)
    }
}
