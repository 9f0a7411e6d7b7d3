@testable import ScamDetection
import Testing
import TextAnalysis

@Suite("Hash index") struct HashIndexTests {
    /// There are far more pairs than announced, a hash has several numbers, and hashes share places of the table.
    @Test("Keeps every pair in order", arguments: [0, 1, 100, 5000])
    func keepsEveryPairInOrder(_ capacity: Int) {
        var index = HashIndex(capacity: capacity)
        let keys = (0..<1500).map { UInt64($0 % 500) &* 0x1000_0000 }
        for (value, key) in keys.enumerated() { index.insert(value, for: key) }
        #expect(index.count == 1500)
        for key in 0..<500 {
            #expect(index.all(UInt64(key) &* 0x1000_0000) == [key, key + 500, key + 1000])
        }
        #expect(index.all(7).isEmpty)
        #expect(index.first(0) { $0 > 500 } == 1000)
    }

    @Test("Hashes ascii as words are", arguments: ["", "usps", "17track"])
    func hashesAsciiAsWordsAre(_ word: String) {
        #expect(ByteHash(word.utf8).value == WordKey(word.unicodeScalars.map(\.value)).value)
    }
}
