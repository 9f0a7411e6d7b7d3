package import TypeSafeAPI

/// A verdict in a few plain lines, for programs that show text and nothing else, such as a phone's shortcuts.
package enum PlainAnswer {
    /// Steps and places shown. Those that matter most stand first.
    private static let most = 3

    package static func text(_ response: ScanResponse) -> String {
        let head = [VerdictWords.headline(response), VerdictWords.certainty(response)].compactMap(\.self)
        var lines = [head.joined(separator: ", "), response.explanation]
        if response.riskLevel == .low { lines.append(VerdictWords.lowRisk) }
        lines += list("What to do now:", response.advice.now)
        lines += list("Where to report it:", response.advice.report.map(VerdictWords.place))
        return lines.map { VisibleText.of($0) + "\n" }.joined()
    }

    package static func text(_ problem: Problem) -> String {
        VisibleText.of("\(problem.title). \(problem.detail)") + "\n"
    }

    private static func list(_ title: String, _ items: [String]) -> [String] {
        items.isEmpty ? [] : [title] + items.prefix(most).map { "- " + $0 }
    }
}
