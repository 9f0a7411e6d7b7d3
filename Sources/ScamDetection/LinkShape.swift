import TextAnalysis

/// Signs of made-up names and paths in a link. They count only where no known organisation owns the link.
enum LinkShape {
    /// The number of bytes that a made-up path may have, without its slashes. Chosen on the development messages, like the
    /// figures below.
    private static let pathLengths = 4...16

    /// The largest number of signs around such a path: `/`, `?` and a last `/`.
    private static let signsAround = 3

    /// Whether the path is a single step that mixes digits or capitals into letters, as in `/xvLZnnJvP`, `/1spp` and
    /// `/JtoTl`.
    static func hasRandomPath(_ path: String) -> Bool {
        var step = Array(path.utf8.prefix(pathLengths.upperBound + signsAround))[...]
        guard step.first == UInt8(ascii: "/") else { return false }
        step = step.dropFirst()
        if step.first == UInt8(ascii: "?") { step = step.dropFirst() }
        if step.last == UInt8(ascii: "/") { step = step.dropLast() }
        guard pathLengths.contains(step.count) else { return false }
        var digits = 0
        var innerCapitals = 0
        var small = 0
        for (place, byte) in step.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): innerCapitals += place > 0 ? 1 : 0
            case UInt8(ascii: "a")...UInt8(ascii: "z"): small += 1
            default: return false
            }
        }
        let letters = step.count - digits
        return letters > 0 && (digits > 0 || (innerCapitals > 0 && small > 0))
    }

    /// Whether the name mixes letters and digits, as in `pux30`, `8pt21` and `b806l`.
    static func mixesDigits(_ label: Substring) -> Bool {
        guard !label.hasPrefix("xn--") else { return false }
        let digits = label.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
        let letters = label.utf8.count { $0 >= 0x61 && $0 <= 0x7A }
        return digits > 0 && letters > 0
    }

    /// The largest number of bytes of a path that are looked at.
    private static let longestPath = 200
    /// The path of an article has at least this many steps.
    private static let fewestSteps = 4
    /// The title of an article in a path has at least this many words, joined by hyphens.
    private static let fewestWords = 4

    /// Whether the path looks like that of an article, by date, by section or by title: `/2024/05/roses.html`,
    /// `/news/world/europe/the-roses-of-may`. Links made for a scam are short.
    static func isArticlePath(_ path: String) -> Bool {
        var steps = 0
        var words = 1
        var step: [UInt8] = []
        func isYear() -> Bool {
            step.count == 4 && (step.starts(with: "20".utf8) || step.starts(with: "19".utf8))
                && step.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        }
        for byte in path.utf8.prefix(longestPath) {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                return steps >= fewestSteps || words >= fewestWords
            case UInt8(ascii: "/"):
                if isYear() { return true }
                steps += step.isEmpty ? 0 : 1
                step = []
                words = 1
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                words += 1
                step.append(byte)
            default:
                step.append(byte)
            }
        }
        return steps + (step.isEmpty ? 0 : 1) >= fewestSteps || words >= fewestWords
    }

    /// The beginnings of paths at which search engines and networks pass visitors on to any site.
    private static let passages = ["/amp/", "/url?", "/l.php?", "/redirect?", "/redir/", "/ck/"]

    /// Whether the site passes visitors on to another one, which the path names: `google.com/amp/garden-desk.org`.
    static func leadsOn(_ path: String) -> Bool { passages.contains { path.lowercased().hasPrefix($0) } }
}

/// Tells names that a program made from names that people read.
enum RandomLabel {
    /// A label is judged if it has at least this many letters. A shorter one may be an abbreviation.
    private static let fewestLetters = 5
    /// A made-up name changes at least this often between letters and digits. Chosen on the development messages, like the
    /// figures below.
    private static let fewestChanges = 3
    /// A made-up name has at least this many consonants in a row. `y` counts as a vowel.
    private static let fewestConsonants = 5
    /// A label of at least this many letters is judged by its digits alone: at least one in `digitShare` must be a digit.
    private static let longLabel = 10
    private static let digitShare = 3

    /// Whether the label mixes digits into letters or holds a long run without a vowel, as in `x7k2q9` and
    /// `hfjdkqwz`.
    static func isRandom(_ label: Substring) -> Bool {
        let bytes = Array(label.utf8)
        guard bytes.count >= fewestLetters, !label.hasPrefix("xn--") else { return false }
        var changes = 0
        var run = 0
        var longestRun = 0
        var digits = 0
        for (index, byte) in bytes.enumerated() {
            let isDigit = byte >= 0x30 && byte <= 0x39
            digits += isDigit ? 1 : 0
            if index > 0 {
                let wasDigit = bytes[index - 1] >= 0x30 && bytes[index - 1] <= 0x39
                if wasDigit != isDigit, byte != 0x2D, bytes[index - 1] != 0x2D { changes += 1 }
            }
            run = isConsonant(byte) ? run + 1 : 0
            longestRun = max(longestRun, run)
        }
        return changes >= fewestChanges || longestRun >= fewestConsonants
            || (bytes.count >= longLabel && digits * digitShare >= bytes.count)
    }

    private static func isConsonant(_ byte: UInt8) -> Bool {
        guard byte >= 0x61, byte <= 0x7A else { return false }
        switch byte {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"),
            UInt8(ascii: "y"):
            return false
        default: return true
        }
    }
}

/// Hosts that lead to nobody on the Internet: those of a home or an office, of the device itself, and those that documents use
/// as examples. Settings and manuals are full of them, and a fraudster has no use for them.
enum UnpublicHost {
    /// Endings that are reserved (RFC 2606, RFC 6761, RFC 6762) or that routers give out (RFC 8375), and the domains for
    /// examples.
    private static let endings = [
        "localhost", "local", "test", "invalid", "example", "home.arpa", "example.com", "example.org",
        "example.net",
    ]

    /// - Parameter host: a host in lower case.
    static func isUnpublic(_ host: String) -> Bool {
        endings.contains { host == $0 || host.hasSuffix("." + $0) } || isPrivateAddress(host)
    }

    /// Whether the host is an IPv4 address for private networks, the device itself, all of its interfaces or a link (RFC 1918, 1122, 3927), or one of
    /// IPv6 for the same (RFC 4193, 4291).
    private static func isPrivateAddress(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            return ["[fc", "[fd", "[fe80:", "[::1]"].contains { host.hasPrefix($0) }
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 4, let first = parts[0], let second = parts[1], parts[2] != nil, parts[3] != nil
        else { return false }
        return switch (first, second) {
        case (0, _), (10, _), (127, _), (192, 168), (169, 254), (172, 16...31): true
        default: false
        }
    }
}
