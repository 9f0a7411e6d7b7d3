import Foundation
import TestSupport
import Testing
import TextAnalysis

@testable import Redaction

@Suite("Lists of words")
struct WordListsTests {
    @Test("Words are found in a sorted file, wherever they stand, and no parts of them")
    func search() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let words = ["a", "an", "and", "bank", "banks", "lodz", "money", "straße", "zebra"]
        try words.map { $0 + "\n" }.joined().write(
            to: folder.appendingPathComponent("pl.txt"), atomically: true, encoding: .utf8)
        let lists = WordLists(directory: folder, languages: ["de", "pl"])
        for word in words { #expect(lists.contains(word, in: 1)) }
        for word in ["", "aa", "ba", "ban", "bankss", "zebras", "zz", "str"] {
            #expect(!lists.contains(word, in: 1))
        }
        #expect(lists.contains("łodz", in: 1))
        #expect(!lists.contains("bank", in: 0) && !lists.isName("bank"))
        #expect(lists.listed == [1])
    }

    @Test("The shipped lists are sorted, folded, and know words and names")
    func shipped() throws {
        let lists = WordLists(directory: ShippedLanguages.wordLists, languages: ["en", "de", "tr"])
        #expect(lists.listed == [0, 1, 2])
        #expect(
            lists.contains("parcel", in: 0) && lists.contains("rechnung", in: 1)
                && lists.contains("icin", in: 2))
        #expect(!lists.contains("priya", in: 0) && lists.isName("priya") && !lists.isName("parcel"))
        let files = try FileManager.default.contentsOfDirectory(
            at: ShippedLanguages.wordLists, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "txt" }
        #expect(files.count == 11)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            #expect(lines.last?.isEmpty == true, "\(file.lastPathComponent)")
            let isSorted = zip(lines, lines.dropFirst()).dropLast().allSatisfy {
                $0.lexicographicallyPrecedes($1)
            }
            #expect(isSorted, "\(file.lastPathComponent)")
        }
    }
}
