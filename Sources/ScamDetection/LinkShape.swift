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
