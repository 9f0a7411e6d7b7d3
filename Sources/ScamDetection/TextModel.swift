package import Foundation
package import TextAnalysis

/// A logistic regression over `TextFeatures`, learned from labelled messages without the rules: how a text reads.
///
/// A text is a vector of unit length, in which a feature that occurs n times has (1 + ln n) times its inverse document frequency (sublinear
/// tf-idf; Salton and Buckley, 1988). The log-odds are exactly the sum of the features' parts and the intercept.
package struct TextModel: Sendable, Equatable {
    package static let fileName = "text.model"
    /// The file begins with this. The number changes with what `TextFeatures` gives.
    private static let mark = Array("TypeSafe text model 1\n".utf8)

    /// The table has a place for each value of a hash's first bits, which belongs to the most frequent of the features that have them.
    static let placeBits = 17
    package static let places = 1 << placeBits

    /// What was learned of the feature that has a place: 16 bits.
    package struct Entry: Sendable, Equatable {
        /// The last bits of the feature's hash, so that hardly any other feature is taken for it.
        package static let tagBits = 5
        /// The inverse document frequency, in steps from 1 to the table's largest; 0 for a place without a feature.
        package static let mostRarity = 15
        /// The weight times the inverse document frequency, in steps of the table's.
        package static let mostWeight = 63

        let bits: UInt16

        package init(tag: Int, rarity: Int, weight: Int) {
            bits = UInt16(tag << 11 | rarity << 7 | (weight + Self.mostWeight))
        }

        fileprivate init(bits: UInt16) { self.bits = bits }

        var tag: UInt32 { UInt32(bits >> 11) }
        var rarity: Int { Int(bits >> 7 & 15) }
        var weight: Int { Int(bits & 127) - Self.mostWeight }
    }

    private let entries: [Entry]
    /// The largest inverse document frequency, those that the steps stand for, and the step of the weights.
    private let mostRarity: Float
    private let rarities: [Float]
    private let weightStep: Float
    /// The log-odds of a text without features.
    private let intercept: Float

    package init(entries: [Entry], mostRarity: Float, weightStep: Float, intercept: Float) {
        self.entries = entries
        rarities = (0...Entry.mostRarity).map { Self.rarity($0, of: mostRarity) }
        (self.mostRarity, self.weightStep, self.intercept) = (mostRarity, weightStep, intercept)
    }

    /// The place of a feature in the table.
    package static func place(of hash: UInt32) -> Int { Int(hash >> UInt32(32 - placeBits)) }
    /// What tells it from others that have the same place.
    package static func tag(of hash: UInt32) -> Int { Int(hash) & (1 << Entry.tagBits - 1) }

    /// The inverse document frequency that an entry's step stands for.
    package static func rarity(_ step: Int, of most: Float) -> Float {
        step == 0 ? 0 : 1 + (most - 1) * Float(step - 1) / Float(Entry.mostRarity - 1)
    }

    // MARK: A text

    /// What the model says of a text.
    package struct Prediction: Sendable {
        /// The log-odds of a scam.
        package var logOdds: Double
        /// The part of each token, in log-odds: its word, its letters, and half of each pair that it belongs to.
        package var parts: [Float]
    }

    /// - Returns: nil for a text of whose words the model knows none.
    package func prediction(for text: AnalyzedText) -> Prediction? {
        guard !entries.isEmpty else { return nil }
        let occurrences = TextFeatures(of: text).occurrences
        var places: [Int32] = []
        let counts = FeatureCounts(occurrences, places: &places)
        // What each occurrence of a feature adds before the vector has its length, by the feature's place in the counts.
        var shares = [Float](repeating: 0, count: counts.capacity)
        var squares: Float = 0
        counts.forEach { place, hash, count in
            guard let entry = entry(of: hash) else { return }
            let factor = FeatureCounts.weight(count)
            let value = rarities[entry.rarity] * factor
            squares += value * value
            shares[place] = Float(entry.weight) * factor / Float(count)
        }
        guard squares > 0 else { return nil }
        let unit = weightStep / squares.squareRoot()
        var parts = [Float](repeating: 0, count: text.tokens.count)
        for (occurrence, place) in zip(occurrences, places) {
            let part = shares[Int(place)] * unit
            let token = Int(occurrence.token)
            if occurrence.isPair {
                parts[token] += part / 2
                parts[token + 1] += part / 2
            } else {
                parts[token] += part
            }
        }
        return Prediction(logOdds: Double(parts.reduce(intercept, +)), parts: parts)
    }

    /// The log-odds of a text by its features.
    /// - Returns: nil for a text of whose features the model knows none.
    package func logOdds(of counts: FeatureCounts) -> Double? {
        var (sum, squares): (Float, Float) = (0, 0)
        counts.forEach { _, hash, count in
            guard let entry = entry(of: hash) else { return }
            let factor = FeatureCounts.weight(count)
            let value = rarities[entry.rarity] * factor
            squares += value * value
            sum += Float(entry.weight) * factor
        }
        return squares > 0 ? Double(intercept + sum * weightStep / squares.squareRoot()) : nil
    }

    private func entry(of hash: UInt32) -> Entry? {
        let entry = entries[Self.place(of: hash)]
        return Int(entry.tag) == Self.tag(of: hash) ? entry : nil
    }

    // MARK: The file

    /// The file's bytes: the mark, three 32-bit floats (the largest inverse document frequency, the step of the weights, the intercept), the
    /// entries, and a 64-bit hash of all that. Numbers are little-endian.
    package var bytes: [UInt8] {
        var bytes = Self.mark
        for number in [mostRarity, weightStep, intercept] {
            withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes += $0 }
        }
        for entry in entries { withUnsafeBytes(of: entry.bits.littleEndian) { bytes += $0 } }
        withUnsafeBytes(of: ByteHash(bytes).value.littleEndian) { bytes += $0 }
        return bytes
    }

    /// Reads `text.model` in a folder of rules. A folder without it is judged by rules alone.
    package init(directory: URL) throws(RuleError) {
        let url = directory.appendingPathComponent(Self.fileName)
        guard FileManager.default.fileExists(atPath: url.path) else {
            self.init(entries: [], mostRarity: 1, weightStep: 0, intercept: 0)
            return
        }
        try self.init(bytes: TSVFile.bytes(Self.fileName, in: directory))
    }

    package init(bytes: [UInt8]) throws(RuleError) {
        func refused(_ expected: String) -> RuleError {
            RuleError(file: Self.fileName, line: nil, reason: .expected(expected))
        }
        guard bytes.starts(with: Self.mark) else { throw refused("a text model of this version") }
        let (numbers, hash) = (3 * MemoryLayout<UInt32>.size, MemoryLayout<UInt64>.size)
        let table = Self.mark.count + numbers
        guard bytes.count == table + 2 * Self.places + hash else {
            throw refused("a text model of \(Self.places) places")
        }
        func number<Number: FixedWidthInteger>(at offset: Int, as _: Number.Type) -> Number {
            bytes.withUnsafeBytes {
                Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
            }
        }
        guard number(at: bytes.count - hash, as: UInt64.self) == ByteHash(bytes.dropLast(hash)).value else {
            throw refused("a text model whose checksum is right")
        }
        let floats = (0..<3).map {
            Float(bitPattern: number(at: Self.mark.count + 4 * $0, as: UInt32.self))
        }
        guard floats.allSatisfy(\.isFinite), floats[0] >= 1, floats[1] > 0 else {
            throw refused("a text model of finite numbers")
        }
        self.init(
            entries: (0..<Self.places).map { Entry(bits: number(at: table + 2 * $0, as: UInt16.self)) },
            mostRarity: floats[0], weightStep: floats[1], intercept: floats[2])
    }
}

/// How often each feature occurs in a text, by its hash.
package struct FeatureCounts: Sendable {
    /// A table with open addressing, twice as large as there are occurrences; a count of 0 stands for a free place.
    private var table: [(hash: UInt32, count: Int32)]

    package init(_ occurrences: [TextFeatures.Occurrence]) {
        var places: [Int32] = []
        self.init(occurrences, places: &places)
    }

    /// - Parameter places: gets each occurrence's place in the table.
    init(_ occurrences: [TextFeatures.Occurrence], places: inout [Int32]) {
        var size = 16
        while size < 2 * occurrences.count { size *= 2 }
        table = Array(repeating: (0, 0), count: size)
        places.reserveCapacity(occurrences.count)
        table.withUnsafeMutableBufferPointer { table in
            for occurrence in occurrences {
                var place = Int(occurrence.hash) & (size - 1)
                while table[place].count > 0, table[place].hash != occurrence.hash {
                    place = (place + 1) & (size - 1)
                }
                table[place] = (occurrence.hash, table[place].count + 1)
                places.append(Int32(truncatingIfNeeded: place))
            }
        }
    }

    var capacity: Int { table.count }

    package func forEach(_ body: (_ place: Int, _ hash: UInt32, _ count: Int) -> Void) {
        for place in table.indices where table[place].count > 0 {
            body(place, table[place].hash, Int(table[place].count))
        }
    }

    /// The factor of a feature that occurs so often: 1 + ln n.
    package static func weight(_ count: Int) -> Float { count == 1 ? 1 : 1 + logf(Float(count)) }
}
