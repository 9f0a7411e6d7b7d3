/// The Public Suffix List, ICANN and private sections (https://publicsuffix.org/list/).
///
/// Hosts must be lower case. Names in Punycode aren't matched with rules in Unicode; the default rule
/// (the last label is the suffix) covers them.
package struct PublicSuffixList: Sendable {
    package struct Match: Sendable, Equatable {
        package var suffix: Substring
        package var registrableDomain: Substring?
        /// False where only the default rule `*` applies.
        package var isListed: Bool
        /// Whether the rule is of the private section: not a registry's, but somebody's who gives names below it.
        package var isPrivate: Bool = false
    }

    private struct Rule: OptionSet {
        let rawValue: UInt8
        static let plain = Rule(rawValue: 1)
        static let wildcard = Rule(rawValue: 2)
        static let exception = Rule(rawValue: 4)
        static let ofPrivateSection = Rule(rawValue: 8)
    }

    /// By the key of the rule's name without `*.` and `!`.
    private var rules: [WordKey: Rule] = [:]
    private static let deepestRule = 6

    /// An empty list: each last label is a suffix and none is listed.
    package init() {}

    /// Reads the list's own format: a rule a line up to the first blank, `//` comments.
    package init(list: [UInt8]) {
        rules.reserveCapacity(list.count / 24)
        var position = 0
        var isPrivate = false
        while position < list.count {
            var end = position
            while end < list.count, list[end] != 0x0A { end += 1 }
            let line = list[position..<end]
            if line.starts(with: Self.comment) {
                // `// ===BEGIN PRIVATE DOMAINS===`
                isPrivate = isPrivate || line.starts(with: Self.privateSection)
            } else {
                add(line, isPrivate: isPrivate)
            }
            position = end + 1
        }
    }

    package var count: Int { rules.count }

    private static let comment = Array("//".utf8)
    private static let privateSection = Array("// ===BEGIN PRIVATE".utf8)

    private mutating func add(_ line: ArraySlice<UInt8>, isPrivate: Bool) {
        var name = line.prefix { $0 > 0x20 }
        guard let first = name.first else { return }
        var rule = Rule.plain
        if first == UInt8(ascii: "!") {
            rule = .exception
            name = name.dropFirst()
        } else if name.starts(with: [0x2A, 0x2E]) {
            rule = .wildcard
            name = name.dropFirst(2)
        }
        if isPrivate { rule.insert(.ofPrivateSection) }
        rules[Self.key(name), default: []].formUnion(rule)
    }

    private static func key(_ bytes: some Sequence<UInt8>) -> WordKey {
        var key = WordKey()
        for byte in bytes { key.append(UInt32(byte)) }
        return key
    }

    /// Nil for an empty host and for one with empty labels.
    package func match(_ host: Substring) -> Match? {
        let bytes = Array(host.utf8)
        guard bytes.first != 0x2E, bytes.last != 0x2E, !bytes.isEmpty else { return nil }
        var labelStarts = [0]
        for (index, byte) in bytes.enumerated() where byte == 0x2E {
            if bytes[index + 1] == 0x2E { return nil }
            labelStarts.append(index + 1)
        }
        let labels = labelStarts.count
        var suffixLabels = 1
        var isListed = false
        var isPrivate = false
        for depth in 1...min(labels, Self.deepestRule) {
            guard let rule = rules[Self.key(bytes[labelStarts[labels - depth]...])] else { continue }
            isPrivate = rule.contains(.ofPrivateSection)
            if rule.contains(.exception) {
                suffixLabels = depth - 1
                isListed = true
                break
            }
            if rule.contains(.plain) {
                suffixLabels = depth
                isListed = true
            }
            if rule.contains(.wildcard), depth < labels {
                suffixLabels = depth + 1
                isListed = true
            }
        }
        func tail(_ count: Int) -> Substring {
            host[host.utf8.index(host.startIndex, offsetBy: labelStarts[labels - count])...]
        }
        return Match(
            suffix: tail(max(suffixLabels, 1)),
            registrableDomain: labels > suffixLabels ? tail(suffixLabels + 1) : nil,
            isListed: isListed, isPrivate: isPrivate)
    }

    package func registrableDomain(of host: String) -> String? {
        match(Substring(host))?.registrableDomain.map(String.init)
    }
}
