import Imaging
import OCR
import Scanning
import TestSupport
import Testing
import TextAnalysis

/// These run with all languages that happen to be installed beside English.
@Suite("Languages that nobody named")
struct LanguageTests {
    @Test("An English image is read in the default language, whatever else is installed")
    func english() async throws {
        let reader = ImageReader(
            decoder: .init(limits: Fixture.limits), tessdata: try Fixture.tessdata(),
            lineModel: try Tessdata(directory: ShippedLanguages.lineModel),
            knownLanguages: ShippedLanguages.all)
        try reader.warmUp(languages: ["eng"])
        let image = try Fixture.sample()
        let reading = try reader.read(image, languages: [], timeLimit: .seconds(60))
        #expect(reading.transcript.languages == ["eng"])
        let named = try reader.read(image, languages: ["eng"], timeLimit: .seconds(60))
        #expect(named.transcript == reading.transcript)
    }

    @Test(
        "A German one in German, and the answer says so",
        .enabled(if: (try? Tessdata(directory: nil))?.languages.contains("deu") == true))
    func german() async throws {
        let workers = try TestPool()
        try await workers.pool.warmUp()
        let image = try Fixture.picture(of: "OCRTests", "german.png")
        let transcript = try await workers.pool.read(
            image, languages: [], timeLimit: .seconds(60), for: .one
        ).transcript
        #expect(transcript.languages == ["deu", "eng"])
        #expect(transcript.text.contains("für Ihr Päckchen"))
        #expect(await workers.stop() == [])
    }
}
