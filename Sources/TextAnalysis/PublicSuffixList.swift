/// The Public Suffix List, ICANN and private sections (https://publicsuffix.org/list/).
///
/// Hosts must be in lower case. Names in Punycode aren't matched with rules in Unicode; the default rule covers them: the last
/// label is the suffix.
package struct PublicSuffixList: Sendable {
    package struct Match: Sendable, Equatable {
        package var suffix: Substring
        package var registrableDomain: Substring?
        /// Whether the list names the suffix. If not, only the default rule applies: the last label is the suffix.
        package var isListed: Bool
        /// Whether the suffix stands in the private section: a company that is no registry gives out names below it.
        package var isPrivate: Bool = false
    }

    private struct Rule: OptionSet {
        let rawValue: UInt8
        static let plain = Rule(rawValue: 1)
        static let wildcard = Rule(rawValue: 2)
        static let exception = Rule(rawValue: 4)
        static let ofPrivateSection = Rule(rawValue: 8)
    }

    /// The keys of the rules' names without `*.` and `!`, in ascending order.
    private var names: [UInt64] = []
    /// The rules of each name.
    private var rules: [Rule.RawValue] = []
    /// The largest number of labels of a rule. The list's longest rule has five.
    private static let maxLabels = 6
    /// An estimate of the list's bytes for each rule, to reserve memory; the shipped list has 25.
    private static let bytesPerRule = 24

    /// Makes an empty list: each last label is a suffix, and no suffix is listed.
    package init() {}

    /// Reads the list's own format: each line holds a rule up to the first blank, or a comment after `//`.
    package init(list: [UInt8]) {
        var entries: [(name: UInt64, rule: Rule)] = []
        entries.reserveCapacity(list.count / Self.bytesPerRule)
        var position = 0
        var isPrivate = false
        while position < list.count {
            var end = position
            while end < list.count, list[end] != 0x0A { end += 1 }
            let line = list[position..<end]
            if line.starts(with: Self.comment) {
                // A comment begins the section: `// ===BEGIN PRIVATE DOMAINS===`.
                isPrivate = isPrivate || line.starts(with: Self.privateSection)
            } else {
                if let entry = Self.entry(line, isPrivate: isPrivate) { entries.append(entry) }
            }
            position = end + 1
        }
        entries.sort { $0.name < $1.name }
        for entry in entries {
            if entry.name == names.last {
                rules[rules.count - 1] |= entry.rule.rawValue
            } else {
                names.append(entry.name)
                rules.append(entry.rule.rawValue)
            }
        }
    }

    package var count: Int { rules.count }

    package func write(to writer: inout SnapshotWriter) {
        writer.numbers(names)
        writer.numbers(rules)
    }

    package init(from reader: inout SnapshotReader) throws(SnapshotError) {
        names = try reader.numbers()
        rules = try reader.numbers()
        guard names.count == rules.count else { throw SnapshotError() }
    }

    private static let comment = Array("//".utf8)
    private static let privateSection = Array("// ===BEGIN PRIVATE".utf8)

    private static func entry(_ line: ArraySlice<UInt8>, isPrivate: Bool) -> (name: UInt64, rule: Rule)? {
        var name = line.prefix { $0 > 0x20 }
        guard let first = name.first else { return nil }
        var rule = Rule.plain
        if first == UInt8(ascii: "!") {
            rule = .exception
            name = name.dropFirst()
        } else if name.starts(with: "*.".utf8) {
            rule = .wildcard
            name = name.dropFirst(2)
        }
        if isPrivate { rule.insert(.ofPrivateSection) }
        return (key(name), rule)
    }

    private static func key(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var key = WordKey()
        for byte in bytes { key.append(UInt32(byte)) }
        return key.value
    }

    private func rule(of name: some Sequence<UInt8>) -> Rule? {
        let key = Self.key(name)
        var (low, high) = (0, names.count)
        while low < high {
            let middle = (low + high) / 2
            if names[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < names.count && names[low] == key ? Rule(rawValue: rules[low]) : nil
    }

    /// Returns the suffix of a host; nil if the host is empty or has an empty label.
    package func match(_ host: Substring) -> Match? {
        let bytes = Array(host.utf8)
        guard bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: "."), !bytes.isEmpty else {
            return nil
        }
        var labelStarts = [0]
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ".") {
            if bytes[index + 1] == UInt8(ascii: ".") { return nil }
            labelStarts.append(index + 1)
        }
        let labels = labelStarts.count
        var suffixLabels = 1
        var isListed = false
        var isPrivate = false
        for depth in 1...min(labels, Self.maxLabels) {
            guard let rule = rule(of: bytes[labelStarts[labels - depth]...]) else { continue }
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
