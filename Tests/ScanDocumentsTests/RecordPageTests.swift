import Foundation
import ScanDocuments
import TestSupport
import Testing
import TypeSafeAPI

@Suite("The page of a record")
struct RecordPageTests {
    /// A response whose every text is the given one.
    private static func response(_ text: String, level: RiskLevel = .high) -> ScanResponse {
        let box = Box(x: 1, y: 2, width: 3, height: 4)
        return ScanResponse(
            scanID: UUID(), timestamp: Date(), status: .ok, riskLevel: level, confidence: 0.9,
            category: .unknown, explanation: text, scamType: .delivery, scamProbability: 0.9,
            rulesVersion: text,
            findings: [Finding(rule: text, title: text, weight: 1, quote: text, boxes: [box])],
            entities: EntityKind.allCases.map {
                Entity(kind: $0, text: text, registrableDomain: text, country: text, messenger: text)
            },
            advice: Advice(
                now: [text], ifYouAlready: [Exposure(did: text, steps: [text])],
                report: [ReportingPlace(name: text, url: "https://report.example/\(text)", phone: text)]),
            ocr: OCRResult(
                text: text, confidence: 1, languages: [], width: 10, height: 10, sender: text, address: text,
                lines: [OCRLine(text: text, confidence: 1, role: .incoming, box: box)]),
            timing: Timing(decode: nil, ocr: nil, classify: 1, total: 1))
    }

    private static func page(_ text: String, pictures: [Data] = []) -> String {
        String(
            decoding: RecordPage(ShippedTexts.english).html(response(text), pictures: pictures), as: UTF8.self
        )
    }

    /// The tags of a page, each from `<` to `>`, but for those around each word that counts.
    private static func tags(_ page: String) -> [Substring] {
        page.matches(of: /<[^>]*>/.matchingSemantics(.unicodeScalar)).map(\.output)
            .filter { !$0.hasSuffix("mark>") }
    }

    @Test(
        "Hostile words add no tag and change none",
        arguments: [
            "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</style><script>", "\" onfocus=\"x",
            "' onfocus='x", "\"\u{301} onmouseover=x a=\"\u{301}", "<\u{338}img src=x>", "&lt;b&gt;",
            "-->", "]]>", "\u{202E}gpj.exe", "\u{0}<b>",
        ])
    func hostile(_ text: String) {
        let harmless = Self.tags(Self.page("word"))
        let tags = Self.tags(Self.page(text))
        #expect(tags.count == harmless.count)
        for (tag, plain) in zip(tags, harmless) where tag != plain {
            // The address of a place for reports is the only text in a tag.
            #expect(
                tag.hasPrefix("<a href=\"https://report.example/") && tag.hasSuffix("\" rel=\"noreferrer\">"))
            #expect(tag.unicodeScalars.count { $0 == "\"" } == 4)
        }
        #expect(!Self.page(text).unicodeScalars.contains("\u{202E}"))
    }

    @Test("Links can't be followed, but for those to the places that take reports")
    func links() {
        let page = Self.page("http://evil.example/x")
        #expect(!page.contains("evil.example/x") || page.contains("report.example/http://evil.example/x"))
        #expect(page.contains("hxxp://evil[.]example/x"))
        #expect(Self.tags(page).count { $0.hasPrefix("<a ") } == 1)
    }

    @Test("The picture stands in it with a box for the reason; a file that browsers don't show is only named")
    func picture() {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let page = Self.page("word", pictures: [png])
        #expect(page.contains("src=\"data:image/png;base64,\(png.base64EncodedString())\""))
        #expect(page.contains("<rect x=\"1\" y=\"2\" width=\"3\" height=\"4\"/>"))
        #expect(page.contains("4c4b6a3be1314ab86138bef4314dde022e600960d8689a2c8f8631802d20dab6"))
        let other = Self.page("word", pictures: [Data("other".utf8)])
        #expect(
            !other.contains("<img")
                && other.contains("d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa"))
    }

    @Test("Words that a reason quotes are marked, over line breaks too")
    func marks() {
        var response = Self.response("word")
        response.findings[0].quote = "pay the fee … now"
        response.ocr?.lines = ["Please pay", "the fee.", "Now!"].map {
            OCRLine(text: $0, confidence: 1, role: .incoming, box: Box(x: 0, y: 0, width: 1, height: 1))
        }
        let page = String(
            decoding: RecordPage(ShippedTexts.english).html(response, pictures: []), as: UTF8.self)
        #expect(
            page.contains("Please <mark>pay</mark>") && page.contains("<mark>the</mark> <mark>fee.</mark>"))
        #expect(page.contains("<mark>Now!</mark>"))
    }

    @Test("One-time codes stay out of a record")
    func codes() {
        let record = ScanRecord(Self.response("word"), pictures: [])
        #expect(!record.contacts.contains { $0.kind == .code || $0.kind == .duration })
        #expect(record.contacts.count == EntityKind.allCases.count - 2)
    }

    @Test(
        "A number or mail address above the message names the sender where no header does; the owner's lines are told apart",
        arguments: [
            (["+1 (415) 555-0187", "Your parcel is held"], "+1 (415) 555-0187"),
            (
                ["Your account is on hold", "Netflix billing@nf-team.click"],
                "Netflix billing@nf-team[.]click"
            ),
            (["Your parcel 4155550187 is held", "Call 020 7946 0958"], nil),
        ])
    func sender(_ lines: [String], _ sender: String?) throws {
        var response = Self.response("word")
        response.ocr?.sender = nil
        response.ocr?.lines = (lines + ["Who is this"]).map { text in
            OCRLine(
                text: text, confidence: 1, role: text == "Who is this" ? .outgoing : .incoming,
                box: Box(x: 0, y: 0, width: 9, height: 9))
        }
        let record = ScanRecord(response, pictures: [])
        #expect(record.sender == sender && record.roles == [.incoming, .incoming, .outgoing])
        let page = String(
            decoding: RecordPage(ShippedTexts.english).html(response, pictures: []), as: UTF8.self)
        #expect(page.contains("<b>You:</b> Who is this"))
    }
}
