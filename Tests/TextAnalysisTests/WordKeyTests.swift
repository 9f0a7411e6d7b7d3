import Foundation
import TestSupport
import Testing

@testable import TextAnalysis

@Suite("Word key") struct WordKeyTests {
    /// Words are compared by their hashes alone: docs/adr/0009.
    @Test("No two words of the shipped data share a key") func noTwoWordsOfTheShippedDataShareAKey() throws {
        let resources = ShippedLanguages.directory.deletingLastPathComponent()
        let files = try #require(
            FileManager.default.enumerator(at: resources, includingPropertiesForKeys: nil))
        var words: Set<String> = []
        for case let url as URL in files where ["yaml", "tsv", "dat", "txt"].contains(url.pathExtension) {
            let text = String(decoding: try Data(contentsOf: url), as: UTF8.self).lowercased()
            for word in text.split(whereSeparator: { " \n\t|,;#!*\"".contains($0) }) {
                words.insert(String(word))
            }
        }
        #expect(words.count > 40_000)
        let keys = Set(words.map { WordKey($0.unicodeScalars.lazy.map(\.value)) })
        #expect(keys.count == words.count)
    }
}
