import Foundation
import OCR
import Testing

@Suite("Tessdata") struct TessdataTests {
    @Test("Knows what is installed") func knowsWhatIsInstalled() throws {
        let tessdata = try Tessdata(directory: nil)
        #expect(tessdata.languages.contains("eng"))
        #expect(!tessdata.languages.contains("osd"))
        #expect(tessdata.version(of: "eng").contains("eng"))
        #expect(tessdata.version(of: "../../etc/passwd") == "unknown")
        #expect(Tessdata.tesseractVersion.hasPrefix("5."))
    }

    @Test("Takes another directory") func takesAnotherDirectory() throws {
        let standard = try Tessdata(directory: nil)
        #expect(try Tessdata(directory: standard.directory).languages == standard.languages)
    }

    @Test("Refuses a directory without languages") func refusesADirectoryWithoutLanguages() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        #expect(throws: OCRError.noLanguages(directory: directory.path)) {
            try Tessdata(directory: directory)
        }
    }

    @Test("Damaged data is refused") func damagedDataIsRefused() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data([24, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 127]).write(
            to: directory.appendingPathComponent("bad.traineddata"))
        let tessdata = try Tessdata(directory: directory)
        #expect(tessdata.languages == ["bad"])
        #expect(tessdata.version(of: "bad") == "unknown")
        #expect(throws: OCRError.initialisationFailed(languages: ["bad"])) {
            try TesseractEngine(tessdata: tessdata, languages: ["bad"])
        }
    }
}
