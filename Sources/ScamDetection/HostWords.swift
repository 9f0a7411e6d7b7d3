/// What single words mean in host names and as organisations' names.
package struct HostWords: Sendable {
    package struct Roles: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Points at nobody, although some organisation may have the domain: `mail`, `bank`.
        package static let generic = Roles(rawValue: 1)
        /// An everyday word, first name or place that is an organisation's name too: `apple`, `chase`.
        package static let common = Roles(rawValue: 2)
        /// What imitations add to a name: `login`, `redelivery`.
        package static let bait = Roles(rawValue: 4)
        /// What anybody adds to a name: `online`, `my`, `uk`.
        package static let filler = Roles(rawValue: 8)
    }

    private static let names: [String: Roles] = [
        "generic": .generic, "common": .common, "bait": .bait, "filler": .filler,
    ]
    /// Longer words aren't looked for inside a label.
    static let longestInside = 14

    private var index: HashIndex
    private let bytes: [UInt8]
    private var list: [(word: Range<Int>, roles: Roles)] = []
    /// Whether any bait or filler begins so, by the first two bytes' hash.
    private var beginnings = [Bool](repeating: false, count: 1024)

    init(_ file: LineFile) throws(RuleError) {
        index = HashIndex(capacity: file.lines.count)
        bytes = file.bytes
        list.reserveCapacity(file.lines.count)
        for line in file.lines {
            let fields = file.fields(of: line)
            var roles: Roles = []
            for part in LineFile.parts(of: fields[1], in: bytes) {
                guard let role = Self.names[file.text(part)] else { throw file.malformed(line) }
                roles.insert(role)
            }
            let word = bytes[fields[0]]
            guard !word.isEmpty, !roles.isEmpty, self.roles(of: word).isEmpty else {
                throw file.malformed(line)
            }
            index.insert(list.count, for: ByteHash(word).value)
            list.append((fields[0], roles))
            if word.count > 1, !roles.isDisjoint(with: [.bait, .filler]) {
                beginnings[Self.beginning(word[word.startIndex], word[word.startIndex + 1])] = true
            }
        }
    }

    private static func beginning(_ first: UInt8, _ second: UInt8) -> Int {
        (Int(first) &* 31 &+ Int(second)) & 1023
    }

    package func roles(of word: String) -> Roles { roles(of: Array(word.utf8)[...]) }

    func roles(of word: ArraySlice<UInt8>) -> Roles { roles(of: word, hash: ByteHash(word).value) }

    private func roles(of word: ArraySlice<UInt8>, hash: UInt64) -> Roles {
        guard let found = index.first(hash, where: { bytes[list[$0].word].elementsEqual(word) }) else {
            return []
        }
        return list[found].roles
    }

    /// Where the baits and fillers that begin at `start` end, as bits.
    func ends(in bytes: [UInt8], from start: Int) -> LabelWords.Ends {
        var ends = LabelWords.Ends()
        guard start + 1 < bytes.count, beginnings[Self.beginning(bytes[start], bytes[start + 1])] else {
            return ends
        }
        var hash = ByteHash()
        for end in (start + 1)...min(bytes.count, start + Self.longestInside) {
            hash.append(bytes[end - 1])
            guard end - start > 1 else { continue }
            let roles = roles(of: bytes[start..<end], hash: hash.value)
            if roles.contains(.bait) { ends.baits |= 1 << UInt64(end) }
            if roles.contains(.filler) { ends.fillers |= 1 << UInt64(end) }
        }
        return ends
    }
}
